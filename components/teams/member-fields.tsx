"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { MultiCombobox } from "#components/forms/combobox.tsx";
import { Field } from "#components/forms/field.tsx";
import { Select } from "#components/forms/select.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { teamRoles } from "#server/teams/choices.ts";
import type { TeamMember } from "#server/teams/schema.ts";
import { usePeople } from "./use-people.ts";

type MemberFieldsProps = {
  members: readonly TeamMember[];
  error: string | undefined;
  onMembers: (members: TeamMember[]) => void;
};

/** Who belongs to the team, and who of them is asked first. */
export function MemberFields({ members, error, onMembers }: MemberFieldsProps) {
  const t = useTranslations("teams.form");
  const { users, user, nameOf } = usePeople();
  const chosen = members.map(({ userId }) => userId);
  const options = users
    .filter(({ id, active, role }) => (active && role !== "viewer") || chosen.includes(id))
    .map(({ id, name, avatarUrl }) => ({
      value: id,
      label: name,
      icon: <Avatar id={id} name={name} src={avatarUrl} size="sm" decorative />,
    }));
  const choose = (ids: readonly string[]) =>
    onMembers(
      ids.map((userId) => members.find((one) => one.userId === userId) ?? { userId, role: "primary" as const }),
    );
  return (
    <div className="grid grid-cols-1 gap-2">
      <Field label={t("members")} hint={t("membersHint")} error={error}>
        <MultiCombobox
          label={t("members")}
          placeholder={t("noMembers")}
          options={options}
          values={chosen}
          onValuesChange={choose}
        />
      </Field>
      <ul aria-label={t("members")} className="grid grid-cols-1 gap-1 empty:hidden">
        {members.map(({ userId, role }) => (
          <li key={userId} className="flex items-center gap-2">
            <Avatar id={userId} name={nameOf(userId)} src={user(userId)?.avatarUrl} decorative />
            <span className="min-w-0 flex-1 truncate text-sm">{nameOf(userId)}</span>
            <Select
              size="sm"
              className="w-auto shrink-0"
              aria-label={t("roleOf", { name: nameOf(userId) })}
              value={role}
              options={teamRoles.map((value) => ({ value, label: t(`roles.${value}`) }))}
              onValueChange={(next) =>
                onMembers(members.map((one) => (one.userId === userId ? { userId, role: next } : one)))
              }
            />
            <IconButton
              size="sm"
              label={t("takeOut", { name: nameOf(userId) })}
              onClick={() => onMembers(members.filter((one) => one.userId !== userId))}
            >
              <X aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
