"use client";

import { useFormatter, useTranslations } from "next-intl";
import { dayEdge } from "#components/filters/day-range.tsx";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { moment } from "#components/time/moments.ts";
import { useTickingNow } from "#components/time/ticking-now.ts";

const lifetimes = ["never", "7", "30", "90", "365", "date"] as const;

/** How long a token lasts; `day` is the last one (yyyy-mm-dd) where one is chosen. */
export type Expiry = { lifetime: (typeof lifetimes)[number]; day: string };
export const noExpiry: Expiry = { lifetime: "never", day: "" };

/** When it ends, as the server takes it; "" for a date that is still to be chosen. */
export function endOf({ lifetime, day }: Expiry, now: Date): string | null {
  if (lifetime === "never") return null;
  if (lifetime === "date") return dayEdge(day, "last") ?? "";
  const end = new Date(now);
  end.setDate(end.getDate() + Number(lifetime));
  return end.toISOString();
}

type Props = { value: Expiry; onChange: (value: Expiry) => void; error: string | undefined };

export function TokenExpiry({ value, onChange, error }: Props) {
  const t = useTranslations("tokens.create");
  const format = useFormatter();
  const now = useTickingNow();
  const end = endOf(value, now);
  const dated = value.lifetime === "date";
  const hint = end ? t("expiresHint", { at: format.dateTime(new Date(end), moment) }) : t("expiresNever");
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t("expires")} hint={dated ? undefined : hint} error={dated ? undefined : error}>
        <Select
          value={value.lifetime}
          onValueChange={(lifetime) => onChange({ ...value, lifetime })}
          options={lifetimes.map((one) => ({ value: one, label: t(`lifetimes.${one}`) }))}
        />
      </Field>
      {dated ? (
        <Field label={t("lastDay")} hint={end ? hint : undefined} error={error} required>
          <Input
            type="date"
            min={dayOf(now)}
            value={value.day}
            onChange={(event) => onChange({ ...value, day: event.target.value })}
          />
        </Field>
      ) : null}
    </div>
  );
}

function dayOf(at: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
