"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Checkbox } from "#components/forms/checkbox.tsx";
import { MultiCombobox } from "#components/forms/combobox.tsx";
import { Field } from "#components/forms/field.tsx";
import { Select } from "#components/forms/select.tsx";
import { useTRPC } from "#components/live/api.ts";
import { ChannelIcon } from "#components/ui/channel-icon.tsx";
import { type Scope, scopes } from "#server/core/permissions.ts";
import type { Role } from "#server/roles/schema.ts";

export type Draft = Pick<
  Role,
  "name" | "permissions" | "readScope" | "writeScope" | "channels" | "unassigned" | "maskedFields"
>;

type ReachProps = {
  draft: Draft;
  faults: Readonly<Record<string, string>>;
  onChange: (part: Partial<Draft>) => void;
};

/** Writing reaches no further than reading. */
const within = (read: Scope): readonly Scope[] =>
  scopes.filter((scope) => read === "all" || scope === "assigned" || scope === read);

/** How far reading and writing reach, and the channels where that is what counts. */
export function ReachFields({ draft, faults, onChange }: ReachProps) {
  const t = useTranslations("roles");
  const channels = useQuery(useTRPC().channels.names.queryOptions({})).data ?? [];
  const { permissions, readScope, writeScope } = draft;
  const reads = permissions.includes("clients_read");
  const writes = permissions.includes("clients_write") || permissions.includes("chat_talk");
  const held = [reads ? readScope : undefined, writes ? writeScope : undefined];
  const read = (scope: Scope) =>
    onChange({ readScope: scope, writeScope: within(scope).includes(writeScope) ? writeScope : scope });
  return (
    <>
      {reads || writes ? (
        <Field label={t("form.readScope")} error={faults.readScope}>
          <Select
            value={readScope}
            onValueChange={read}
            options={scopes.map((scope) => ({ value: scope, label: t(`scopes.${scope}`) }))}
          />
        </Field>
      ) : null}
      {writes ? (
        <Field label={t("form.writeScope")} hint={t("form.writeScopeHint")} error={faults.writeScope}>
          <Select
            value={writeScope}
            onValueChange={(scope) => onChange({ writeScope: scope })}
            options={within(readScope).map((scope) => ({ value: scope, label: t(`scopes.${scope}`) }))}
          />
        </Field>
      ) : null}
      {held.includes("channel") ? (
        <Field label={t("form.channels")} error={faults.channels} required>
          <MultiCombobox
            label={t("form.channels")}
            placeholder={t("form.noChannels")}
            options={channels.map(({ id, type, label }) => ({
              value: id,
              label,
              icon: <ChannelIcon channel={type} decorative />,
            }))}
            values={draft.channels}
            onValuesChange={(next) => onChange({ channels: next })}
          />
        </Field>
      ) : null}
      {held.some((scope) => scope !== undefined && scope !== "all") ? (
        <Checkbox
          label={t("form.unassigned")}
          hint={t("form.unassignedHint")}
          checked={draft.unassigned}
          onCheckedChange={(on) => onChange({ unassigned: on === true })}
        />
      ) : null}
    </>
  );
}
