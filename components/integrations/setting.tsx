"use client";

import { useTranslations } from "next-intl";
import { MultiCombobox } from "#components/forms/combobox.tsx";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { Textarea } from "#components/forms/textarea.tsx";
import { usePeople } from "#components/teams/use-people.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { providers } from "#server/integrations/choices.ts";
import type { SettingKind } from "./settings-of.ts";

/** Names of products are the same in every language. */
const names = { hubspot: "HubSpot", pipedrive: "Pipedrive" } as const;

type SettingProps = { kind: SettingKind; value: unknown; onChange: (value: unknown) => void };

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** One setting of an integration, within its field. */
export function Setting({ kind, value: stored, onChange }: SettingProps) {
  const t = useTranslations("integrations.settings.provider");
  const value = textOf(stored);
  if (kind === "people") return <People value={stored} onChange={onChange} />;
  if (kind === "provider")
    return (
      <Select
        value={providers.find((one) => one === value)}
        placeholder={t("none")}
        onValueChange={onChange}
        options={providers.map((one) => ({ value: one, label: names[one] }))}
      />
    );
  if (kind === "lines")
    return <Textarea rows={3} value={value} spellCheck={false} onChange={(event) => onChange(event.target.value)} />;
  return (
    <Input
      type={kind === "secret" ? "password" : "text"}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** People of the team, by name. */
function People({ value, onChange }: Omit<SettingProps, "kind">) {
  const t = useTranslations("integrations.settings.people");
  const { users } = usePeople();
  const chosen = Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
  return (
    <MultiCombobox
      label={t("label")}
      placeholder={t("none")}
      values={chosen}
      onValuesChange={onChange}
      options={users
        .filter(({ id, active }) => active || chosen.includes(id))
        .map(({ id, name, avatarUrl }) => ({
          value: id,
          label: name,
          icon: <Avatar id={id} name={name} src={avatarUrl} size="sm" decorative />,
        }))}
    />
  );
}
