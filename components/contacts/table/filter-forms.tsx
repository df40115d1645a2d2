"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Button } from "#components/ui/button.tsx";
import type { ContactFilter } from "./contact-address.ts";
import { type RangeField, rangeParts, type TextField } from "./filter-fields.ts";

type FormProps<Name> = { field: Name; filter: ContactFilter; onApply: (filter: ContactFilter) => void };

const presets = { today: 0, week: 6, month: 29 } as const;
const presetNames = ["today", "week", "month"] as const;

/** Days between which something happened, both counted in. */
export function DateRangeForm({ field, filter, onApply }: FormProps<RangeField>) {
  const t = useTranslations("contacts.filters");
  const [fromName, toName] = rangeParts[field];
  const [from, setFrom] = useState(filter[fromName]);
  const [to, setTo] = useState(filter[toName]);
  const backwards = from !== "" && to !== "" && to < from;
  const apply = (first: string, last: string) => onApply({ ...filter, [fromName]: first, [toName]: last });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!backwards) apply(from, to);
  };
  return (
    <form onSubmit={submit} className="grid gap-3 p-3">
      <div className="flex flex-wrap gap-1.5">
        {presetNames.map((name) => (
          <Button key={name} size="sm" onClick={() => apply(daysAgo(presets[name]), "")}>
            {t(`presets.${name}`)}
          </Button>
        ))}
      </div>
      <Field label={t("from")}>
        <Input type="date" value={from} max={to || undefined} onChange={(event) => setFrom(event.target.value)} />
      </Field>
      <Field label={t("to")} error={backwards ? t("badRange") : undefined}>
        <Input type="date" value={to} onChange={(event) => setTo(event.target.value)} />
      </Field>
      <Button type="submit" variant="primary" disabled={backwards}>
        {t("apply")}
      </Button>
    </form>
  );
}

export function TextFilterForm({ field, filter, onApply }: FormProps<TextField>) {
  const t = useTranslations("contacts.filters");
  const [text, setText] = useState(filter[field]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onApply({ ...filter, [field]: text.trim() });
      }}
      className="grid gap-3 p-3"
    >
      <Field label={t(field)} hint={t(field === "subStatus" ? "exact" : "partial")}>
        <Input
          autoFocus
          value={text}
          maxLength={field === "subStatus" ? 64 : 200}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary">
        {t("apply")}
      </Button>
    </form>
  );
}

/* A calendar day of this browser. */
function daysAgo(days: number): string {
  const now = new Date();
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;
}
