"use client";

import { ChevronDown, UserRoundX } from "lucide-react";
import { useTranslations } from "next-intl";
import { Combobox } from "#components/forms/combobox.tsx";
import type { Option } from "#components/forms/option-list.tsx";
import { usePresence } from "#components/live/use-presence.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Directory } from "../data/directory.ts";

type AssigneeMenuProps = {
  assignedTo: string;
  viewerId: string;
  directory: Directory;
  disabled: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onAssign: (userId: string | null) => void;
};

const nobody = "UNASSIGNED";

/** Whom the conversation is assigned to: oneself first, then colleagues who are online, then the others. */
export function AssigneeMenu(props: AssigneeMenuProps) {
  const { assignedTo, viewerId, directory, disabled, open, onOpenChange, onAssign } = props;
  const t = useTranslations("conversations.assignee");
  const here = usePresence();
  const name = assignedTo ? (directory.user(assignedTo) ?? "") : "";
  const people = directory.users.filter((user) => user.active || user.id === assignedTo);
  const order = (id: string) => (id === viewerId ? 0 : here.has(id) ? 1 : 2);
  const options: Option[] = [...people]
    .sort((a, b) => order(a.id) - order(b.id) || a.name.localeCompare(b.name))
    .map((user) => ({
      value: user.id,
      label: user.id === viewerId ? t("me", { name: user.name }) : user.name,
      keywords: [user.name],
      disabled: !user.active,
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
  return (
    <Combobox
      label={t("label")}
      searchLabel={t("search")}
      emptyText={t("empty")}
      align="end"
      options={assignedTo ? [...options, unassign] : options}
      value={assignedTo || undefined}
      open={open}
      onOpenChange={onOpenChange}
      onValueChange={(value) => onAssign(value === nobody ? null : value)}
      trigger={
        <Button
          size="sm"
          disabled={disabled}
          aria-label={assignedTo ? t("menu", { name }) : t("menuNobody")}
          className="min-w-0 shrink font-normal"
        >
          {assignedTo ? (
            <Avatar id={assignedTo} name={name} size="sm" decorative />
          ) : (
            <UserRoundX aria-hidden className="text-text-faint" />
          )}
          <span className="max-w-32 truncate phone:sr-only">{assignedTo ? name : t("nobody")}</span>
          <ChevronDown aria-hidden className="size-3.5! text-text-faint" />
        </Button>
      }
    />
  );
}
