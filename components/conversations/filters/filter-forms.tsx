"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Button } from "#components/ui/button.tsx";
import type { ListFilter } from "../inbox/inbox-address.ts";

type FormProps = { filter: ListFilter; onApply: (filter: ListFilter) => void };

const presets = { today: 0, week: 6, month: 29 } as const;

/** Days between which a conversation began, both counted in. */
export function DateRangeForm({ filter, onApply }: FormProps) {
  const t = useTranslations("conversations.filters");
  const [from, setFrom] = useState(filter.from);
  const [to, setTo] = useState(filter.to);
  const backwards = from !== "" && to !== "" && to < from;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!backwards) onApply({ ...filter, from, to });
  };
  const names = ["today", "week", "month"] as const;
  return (
    <form onSubmit={submit} className="grid gap-3 p-3">
      <div className="flex flex-wrap gap-1.5">
        {names.map((name) => (
          <Button key={name} size="sm" onClick={() => onApply({ ...filter, from: daysAgo(presets[name]), to: "" })}>
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

export function TextFilterForm({ field, filter, onApply }: FormProps & { field: "utmSource" | "utmMedium" }) {
  const t = useTranslations("conversations.filters");
  const [text, setText] = useState(filter[field]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onApply({ ...filter, [field]: text.trim() });
      }}
      className="grid gap-3 p-3"
    >
      <Field label={t(field)}>
        <Input autoFocus value={text} maxLength={200} onChange={(event) => setText(event.target.value)} />
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
