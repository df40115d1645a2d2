"use client";

import { useTranslations } from "next-intl";
import { KnownConditions } from "#components/conditions/known-conditions.tsx";
import { Checkbox } from "#components/forms/checkbox.tsx";
import { Field } from "#components/forms/field.tsx";
import { Select } from "#components/forms/select.tsx";
import { MatchList } from "#components/triggers/match-list.tsx";
import { messageChannels } from "#server/triggers/schema.ts";
import type { RuleDraft } from "./rule-draft.ts";
import { RuleFilters } from "./rule-filters.tsx";

type Props = {
  draft: RuleDraft;
  faults: Readonly<Record<string, string>>;
  onChange: (change: Partial<RuleDraft>) => void;
};

const hours = ["always", "in", "out"] as const;

/** What must hold besides: all of it. */
export function ConditionFields({ draft, faults, onChange }: Props) {
  const words = useTranslations("triggers.form");
  const toggle = (channel: string, on: boolean) =>
    onChange({ channels: on ? [...draft.channels, channel] : draft.channels.filter((one) => one !== channel) });
  return (
    <div className="grid gap-3">
      {draft.type === "conversation/message" ? (
        <MatchList matches={draft.matches} onChange={(matches) => onChange({ matches })} fault={faults.matches} />
      ) : null}
      <fieldset>
        <legend className="mb-1.5 font-medium text-sm">{words("channels")}</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          {messageChannels.map((channel) => (
            <Checkbox
              key={channel}
              label={words(`channel.${channel}`)}
              checked={draft.channels.includes(channel)}
              onCheckedChange={(checked) => toggle(channel, checked === true)}
            />
          ))}
        </div>
        <p className="mt-1 text-text-muted text-xs">{words("channelsHint")}</p>
      </fieldset>
      <Field label={words("hours")}>
        <Select
          options={hours.map((value) => ({ value, label: words(`hour.${value}`) }))}
          value={draft.businessHours}
          onValueChange={(businessHours) => onChange({ businessHours })}
        />
      </Field>
      <RuleFilters draft={draft} onChange={onChange} />
      <KnownConditions conditions={draft.tree} error={faults.tree} onConditions={(tree) => onChange({ tree })} />
    </div>
  );
}
