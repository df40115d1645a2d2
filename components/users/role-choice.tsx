"use client";

import { useTranslations } from "next-intl";
import { RadioGroup } from "#components/forms/radio-group.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { type Role, roles } from "#server/core/permissions.ts";

type RoleChoiceProps = { value: Role; onValueChange: (role: Role) => void };

/** The roles with what each may do. Only an administrator can make another. */
export function RoleChoice({ value, onValueChange }: RoleChoiceProps) {
  const t = useTranslations("users");
  const admin = useMay("admin");
  return (
    <RadioGroup
      cards
      value={value}
      onValueChange={onValueChange}
      options={roles.map((role) => ({
        value: role,
        label: t(`roles.${role}`),
        hint: t(`roleHints.${role}`),
        disabled: role === "admin" && !admin,
      }))}
    />
  );
}
