"use client";

import { useTranslations } from "next-intl";
import { Input } from "../forms/input.tsx";

type DayRangeProps = {
  /** Days as yyyy-mm-dd; "" where the range is open. */
  from: string;
  to: string;
  onChange: (range: { from?: string; to?: string }) => void;
};

const day = /^\d{4}-\d{2}-\d{2}$/;

/** Midnight at the beginning of a day, or its last millisecond, by this browser's clock; undefined for what is no day. */
export function dayEdge(text: string, edge: "first" | "last"): string | undefined {
  if (!day.test(text)) return undefined;
  const [year = 0, month = 1, dayOfMonth = 1] = text.split("-").map(Number);
  const at = edge === "first" ? new Date(year, month - 1, dayOfMonth) : new Date(year, month - 1, dayOfMonth + 1);
  if (Number.isNaN(at.getTime())) return undefined;
  return new Date(at.getTime() - (edge === "first" ? 0 : 1)).toISOString();
}

export function DayRange({ from, to, onChange }: DayRangeProps) {
  const t = useTranslations("ui.dayRange");
  return (
    <fieldset
      aria-label={t("label")}
      className="m-0 flex min-w-0 items-center gap-1.5 border-0 p-0 text-sm text-text-muted phone:col-span-2 phone:basis-full"
    >
      <Input
        type="date"
        aria-label={t("from")}
        value={from}
        max={to || undefined}
        onChange={(event) => onChange({ from: event.target.value })}
        className="w-36 phone:w-auto phone:flex-1"
      />
      <span aria-hidden>–</span>
      <Input
        type="date"
        aria-label={t("to")}
        value={to}
        min={from || undefined}
        onChange={(event) => onChange({ to: event.target.value })}
        className="w-36 phone:w-auto phone:flex-1"
      />
    </fieldset>
  );
}
