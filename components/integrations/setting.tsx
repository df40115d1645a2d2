"use client";

import { useTranslations } from "next-intl";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { Textarea } from "#components/forms/textarea.tsx";
import { providers } from "#server/integrations/choices.ts";
import type { SettingKind } from "./settings-of.ts";

/** Names of products are the same in every language. */
const names = { hubspot: "HubSpot", pipedrive: "Pipedrive" } as const;

type SettingProps = { kind: SettingKind; value: string; onChange: (value: string) => void };

/** One setting of an integration, within its field. */
export function Setting({ kind, value, onChange }: SettingProps) {
  const t = useTranslations("integrations.settings.provider");
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
