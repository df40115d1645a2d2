"use client";

import { ChevronDown, UserRoundX, UsersRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { ColorDot } from "#components/colors/color-dot.tsx";
import { Combobox } from "#components/forms/combobox.tsx";
import type { Option } from "#components/forms/option-list.tsx";
import { usePresence } from "#components/live/use-presence.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { Button } from "#components/ui/button.tsx";
import { type Directory, mayBeGiven } from "../data/directory.ts";

type AssigneeMenuProps = {
  assignedTo: string;
  teamId: string;
  viewerId: string;
  directory: Directory;
  disabled: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onAssign: (userId: string | null) => void;
  onAssignTeam: (teamId: string | null) => void;
};

const nobody = "UNASSIGNED";
const ofTeam = "team:";

/** Whom the conversation is assigned to: oneself first, then colleagues who are online, the others, and teams. */
export function AssigneeMenu(props: AssigneeMenuProps) {
  const { assignedTo, teamId, viewerId, directory, disabled, open, onOpenChange } = props;
  const t = useTranslations("conversations.assignee");
  const here = usePresence();
  const name = assignedTo ? (directory.user(assignedTo) ?? "") : "";
  const people = directory.users.filter((user) => mayBeGiven(user) || user.id === assignedTo);
  const order = (id: string) => (id === viewerId ? 0 : here.has(id) ? 1 : 2);
  const options: Option[] = [...people]
    .sort((a, b) => order(a.id) - order(b.id) || a.name.localeCompare(b.name))
    .map((user) => ({
      value: user.id,
      label: user.id === viewerId ? t("me", { name: user.name }) : user.name,
      keywords: [user.name],
      disabled: !mayBeGiven(user),
      icon: (
        <Avatar
          id={user.id}
          name={user.name}
          size="sm"
          src={user.avatarUrl}
          presence={here.has(user.id) ? user.availability : undefined}
          decorative
        />
      ),
    }));
  const unassign: Option = { value: nobody, label: t("unassign"), icon: <UserRoundX aria-hidden /> };
  const team = directory.team(teamId);
  const teams: Option[] = directory.teams.map(({ id, name: label, color }) => ({
    ...{ value: `${ofTeam}${id}`, label, group: t("teams"), icon: <ColorDot color={color} /> },
    ...(id === teamId ? { hint: t("current") } : {}),
  }));
  const leave: Option = { value: ofTeam, label: t("leaveTeam"), group: t("teams"), icon: <UsersRound aria-hidden /> };
  const choose = (value: string) => {
    if (value.startsWith(ofTeam)) return props.onAssignTeam(value.slice(ofTeam.length) || null);
    return props.onAssign(value === nobody ? null : value);
  };
  return (
    <Combobox
      label={t("label")}
      searchLabel={t("search")}
      emptyText={t("empty")}
      align="end"
      options={[...options, ...(assignedTo ? [unassign] : []), ...teams, ...(team ? [leave] : [])]}
      value={assignedTo || undefined}
      open={open}
      onOpenChange={onOpenChange}
      onValueChange={choose}
      trigger={
        <Button
          size="sm"
          disabled={disabled}
          aria-label={assignedTo ? t("menu", { name }) : team ? t("menuTeam", { name: team.name }) : t("menuNobody")}
          className="min-w-0 shrink font-normal"
        >
          {assignedTo ? (
            <Avatar id={assignedTo} name={name} size="sm" decorative />
          ) : team ? (
            <ColorDot color={team.color} />
          ) : (
            <UserRoundX aria-hidden className="text-text-faint" />
          )}
          <span className="max-w-32 truncate phone:sr-only">{assignedTo ? name : (team?.name ?? t("nobody"))}</span>
          <ChevronDown aria-hidden className="size-3.5! text-text-faint" />
        </Button>
      }
    />
  );
}
