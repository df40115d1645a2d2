"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { RadioGroup } from "#components/forms/radio-group.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { type Role, roles } from "#server/core/permissions.ts";

/** With a `roleId` the preset follows from it. */
export type Cast = { role: Role; roleId: string | null };
type RoleChoiceProps = { value: Cast; onValueChange: (cast: Cast) => void };

/** The presets with what each may do, then the company's own roles. Only an administrator can make another. */
export function RoleChoice({ value, onValueChange }: RoleChoiceProps) {
  const t = useTranslations("users");
  const admin = useMay("admin");
  const own = useQuery(useTRPC().roles.names.queryOptions({})).data ?? [];
  const presets = roles.map((role) => ({
    value: role as string,
    label: t(`roles.${role}`),
    hint: t(`roleHints.${role}`),
    disabled: role === "admin" && !admin,
  }));
  return (
    <RadioGroup
      cards
      value={value.roleId ?? value.role}
      onValueChange={(chosen) => {
        const role = roles.find((one) => one === chosen);
        onValueChange(role ? { role, roleId: null } : { role: value.role, roleId: chosen });
      }}
      options={[...presets, ...own.map(({ id, name }) => ({ value: id, label: name, hint: t("customRole") }))]}
    />
  );
}
