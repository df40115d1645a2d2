"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";

const units = { minutes: 1, hours: 60, days: 1440 } as const;
type Unit = keyof typeof units;
const unitNames = Object.keys(units) as Unit[];

/** The largest unit that says it whole. */
function unitOf(minutes: number): Unit {
  if (minutes % units.days === 0) return "days";
  return minutes % units.hours === 0 ? "hours" : "minutes";
}

type WhenFieldProps<Other extends string> = {
  label: string;
  /** How long from when it runs; undefined: as `other` says. */
  minutes: number | undefined;
  onMinutes: (minutes: number) => void;
  /** What may be said instead of a time from then on. */
  others: readonly { value: Other; label: string }[];
  other: Other;
  onOther: (other: Other) => void;
};

/** A time from when the action runs: so many minutes, hours or days. */
export function WhenField<Other extends string>(props: WhenFieldProps<Other>) {
  const { label, minutes, onMinutes, others, other, onOther } = props;
  const t = useTranslations("macros.form.when");
  const [unit, setUnit] = useState<Unit>(() => unitOf(minutes ?? units.hours));
  const amount = minutes === undefined ? undefined : minutes / units[unit];
  const options = [...unitNames.map((value) => ({ value, label: t(value) })), ...others];
  const choose = (value: Unit | Other) => {
    const chosen = unitNames.find((one) => one === value);
    if (!chosen) return onOther(value as Other);
    setUnit(chosen);
    onMinutes((amount ?? 1) * units[chosen]);
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      <div className="flex flex-wrap items-center gap-2">
        {amount === undefined ? null : (
          <Input
            aria-label={t("amount", { label })}
            type="number"
            min={1}
            step={1}
            className="w-24"
            value={Number.isFinite(amount) && amount > 0 ? amount : ""}
            onChange={(event) => onMinutes(Math.round(Number(event.target.value) * units[unit]))}
          />
        )}
        <Select<Unit | Other>
          aria-label={t("unit", { label })}
          className="w-44"
          options={options}
          value={amount === undefined ? other : unit}
          onValueChange={choose}
        />
      </div>
    </fieldset>
  );
}
