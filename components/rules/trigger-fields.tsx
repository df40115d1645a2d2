"use client";

import { useTranslations } from "next-intl";
import { useDirectory } from "#components/conversations/data/directory.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { isTime, messageAuthors, ruleEvents, ruleRatings, ruleTimes } from "#server/rules/choices.ts";
import { type RuleDraft, type Unit, units } from "./rule-draft.ts";
import { useTriggerWords } from "./rule-words.ts";

type Props = { draft: RuleDraft; onChange: (change: Partial<RuleDraft>) => void };
type FaultyProps = Props & { faults: Readonly<Record<string, string>> };

const unitNames = Object.keys(units) as Unit[];

/** What sets the rule off: something that happens, or a time. */
export function TriggerFields({ draft, faults, onChange }: FaultyProps) {
  const t = useTranslations("rules.form");
  const words = useTriggerWords();
  const types = [...ruleEvents, ...ruleTimes].map((value) => ({
    value,
    label: words(value),
    group: t(isTime(value) ? "times" : "events"),
  }));
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-medium text-sm">{t("when")}</legend>
      <Select aria-label={t("when")} options={types} value={draft.type} onValueChange={(type) => onChange({ type })} />
      {draft.type === "conversation/message" ? (
        <Field label={t("from")}>
          <Select
            options={messageAuthors.map((value) => ({ value, label: t(`author.${value}`) }))}
            value={draft.from}
            onValueChange={(from) => onChange({ from })}
          />
        </Field>
      ) : null}
      {draft.type === "csat/received" ? (
        <Field label={t("rating")}>
          <Select
            options={ruleRatings.map((value) => ({ value, label: t(`ratings.${value}`) }))}
            value={draft.rating}
            onValueChange={(rating) => onChange({ rating })}
          />
        </Field>
      ) : null}
      {draft.type === "date_field" ? (
        <Field label={t("field")} hint={t("fieldHint")} error={faults.field} required>
          <Input value={draft.field} maxLength={64} onChange={(event) => onChange({ field: event.target.value })} />
        </Field>
      ) : null}
      {draft.type === "in_phase" ? <PhaseField draft={draft} onChange={onChange} /> : null}
      {isTime(draft.type) ? <Span draft={draft} onChange={onChange} /> : null}
    </fieldset>
  );
}

function PhaseField({ draft, onChange }: Props) {
  const t = useTranslations("rules.form");
  const { phases } = useDirectory();
  const options = [
    { value: "any", label: t("anyPhase") },
    ...phases.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Field label={t("phase")}>
      <Select
        options={options}
        value={draft.phaseId || "any"}
        onValueChange={(value) => onChange({ phaseId: value === "any" ? "" : value })}
      />
    </Field>
  );
}

function Span({ draft, onChange }: Props) {
  const t = useTranslations("rules.form");
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Input
        aria-label={t("amount")}
        type="number"
        min={draft.type === "date_field" ? 0 : 1}
        step={1}
        className="w-24"
        value={draft.amount}
        onChange={(event) => onChange({ amount: event.target.value })}
      />
      <Select
        aria-label={t("unit")}
        className="w-32"
        options={unitNames.map((value) => ({ value, label: t(`units.${value}`) }))}
        value={draft.unit}
        onValueChange={(unit) => onChange({ unit })}
      />
      {draft.type === "date_field" ? (
        <Select
          aria-label={t("side")}
          className="w-40"
          options={(["before", "after"] as const).map((value) => ({ value, label: t(`sides.${value}`) }))}
          value={draft.before ? "before" : "after"}
          onValueChange={(side) => onChange({ before: side === "before" })}
        />
      ) : null}
    </div>
  );
}
