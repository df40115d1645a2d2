"use client";

import { useTranslations } from "next-intl";
import { useDirectory } from "#components/conversations/data/directory.ts";
import { Checkbox } from "#components/forms/checkbox.tsx";
import { MultiCombobox } from "#components/forms/combobox.tsx";
import { Field } from "#components/forms/field.tsx";
import { Select } from "#components/forms/select.tsx";
import { MatchList } from "#components/triggers/match-list.tsx";
import { messageChannels } from "#server/triggers/schema.ts";
import type { RuleDraft } from "./rule-draft.ts";

type Props = { draft: RuleDraft; onChange: (change: Partial<RuleDraft>) => void };

const hours = ["always", "in", "out"] as const;

/** What must hold besides: all of it. */
export function ConditionFields({ draft, onChange }: Props) {
  const t = useTranslations("rules.form");
  const words = useTranslations("triggers.form");
  const { users, tags } = useDirectory();
  const toggle = (channel: string, on: boolean) =>
    onChange({ channels: on ? [...draft.channels, channel] : draft.channels.filter((one) => one !== channel) });
  const people = [
    { value: "UNASSIGNED", label: t("nobody") },
    ...users.filter(({ active }) => active).map(({ id, name }) => ({ value: id, label: name })),
  ];
  const known = [...new Set([...tags.map(({ name }) => name), ...draft.tags])];
  return (
    <div className="grid gap-3">
      {draft.type === "conversation/message" ? (
        <MatchList matches={draft.matches} onChange={(matches) => onChange({ matches })} fault={undefined} />
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
      <Field label={t("tags")} hint={t("tagsHint")} optional>
        <MultiCombobox
          label={t("tags")}
          placeholder={t("anyTag")}
          options={known.map((value) => ({ value, label: value }))}
          values={draft.tags}
          onValuesChange={(chosen) => onChange({ tags: chosen })}
        />
      </Field>
      <Field label={t("assignee")} optional>
        <MultiCombobox
          label={t("assignee")}
          placeholder={t("anybody")}
          options={people}
          values={draft.assignedTo}
          onValuesChange={(assignedTo) => onChange({ assignedTo })}
        />
      </Field>
    </div>
  );
}
