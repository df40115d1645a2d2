"use client";

import { useTranslations } from "next-intl";
import { MultiCombobox } from "#components/forms/combobox.tsx";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { WordsField } from "#components/forms/words-field.tsx";
import { type ConditionKind, channels, type GroupKind, operators, type SlotOption } from "./conditions.ts";

type ConditionValueProps = {
  kind: Exclude<ConditionKind, GroupKind | "json">;
  condition: Record<string, unknown>;
  slots: readonly SlotOption[];
  disabled: boolean;
  onChange: (condition: Record<string, unknown>) => void;
};

const textOf = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** What one condition compares with. */
export function ConditionValue(props: ConditionValueProps) {
  const t = useTranslations("conditions");
  const { kind, condition, disabled, onChange } = props;
  const set = (patch: Record<string, unknown>) => onChange({ ...condition, ...patch });
  const { value } = condition;
  switch (kind) {
    case "slot":
      return <SlotCondition {...props} />;
    case "channel":
      return (
        <MultiCombobox
          label={t("channels")}
          values={[value].flat().filter((one) => typeof one === "string")}
          disabled={disabled}
          options={channels.map((one) => ({ value: one, label: t(`channelNames.${one}`) }))}
          onValuesChange={(values) => values.length > 0 && set({ value: values })}
        />
      );
    case "business_hours":
      return (
        <Select
          aria-label={t("hours")}
          value={value === "out" ? "out" : "in"}
          disabled={disabled}
          options={(["in", "out"] as const).map((one) => ({ value: one, label: t(`hoursNames.${one}`) }))}
          onValueChange={(next) => set({ value: next })}
        />
      );
    case "tag":
      return (
        <div className="flex gap-1.5">
          <Select
            aria-label={t("tagOperator")}
            className="w-28"
            value={condition.operator === "has_not" ? "has_not" : "has"}
            disabled={disabled}
            options={(["has", "has_not"] as const).map((one) => ({ value: one, label: t(`tagNames.${one}`) }))}
            onValueChange={(operator) => set({ operator })}
          />
          <Input
            aria-label={t("tag")}
            value={textOf(value)}
            maxLength={50}
            disabled={disabled}
            onChange={(event) => set({ value: event.target.value })}
          />
        </div>
      );
  }
}

function SlotCondition({ condition, slots: known, disabled, onChange }: ConditionValueProps) {
  const t = useTranslations("conditions");
  const { operator, slot, value, ...rest } = condition;
  const chosen = operators.find((one) => one === operator) ?? "filled";
  const name = textOf(slot);
  const isKnown = name === "" || known.some(({ value: one }) => one === name);
  const slots = isKnown ? known : [...known, { value: name, label: name }];
  const write = (patch: Record<string, unknown>) => onChange({ ...rest, slot, operator: chosen, value, ...patch });
  const bare = chosen === "filled" || chosen === "empty";
  return (
    <>
      <div className="grid grid-cols-2 gap-1.5">
        <Select
          aria-label={t("slot")}
          value={name}
          disabled={disabled}
          options={slots}
          onValueChange={(next) => write({ slot: next })}
        />
        <Select
          aria-label={t("operator")}
          value={chosen}
          disabled={disabled}
          options={operators.map((one) => ({ value: one, label: t(`operators.${one}`) }))}
          onValueChange={(next) => write({ operator: next, value: startOf(next, value) })}
        />
      </div>
      {bare ? null : chosen === "one_of" ? (
        <WordsField
          label={t("values")}
          placeholder={t("valuesHint")}
          words={[value].flat().map(textOf).filter(Boolean)}
          disabled={disabled}
          onChange={(words) => write({ value: words })}
        />
      ) : (
        <Input
          dir="auto"
          aria-label={t("value")}
          value={textOf(value)}
          maxLength={512}
          disabled={disabled}
          onChange={(event) => write({ value: event.target.value })}
        />
      )}
    </>
  );
}

function startOf(operator: (typeof operators)[number], before: unknown): unknown {
  if (operator === "filled" || operator === "empty") return undefined;
  const first = textOf([before].flat()[0]);
  return operator === "one_of" ? (first ? [first] : []) : first;
}
