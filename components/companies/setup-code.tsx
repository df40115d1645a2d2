"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { inTime } from "#components/frame/reaching/in-time.ts";
import { isRecord } from "#components/live/records.ts";

const patience = { first: 1000, longest: 15_000 };

/** Whether the code is required here. Only the server knows, so it is asked until it answers. */
export function useCodeNeeded(): boolean {
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    let ended = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (wait: number) => {
      try {
        const response = await fetch("/api/setup", { signal: inTime(patience.longest) });
        if (!response.ok) throw new Error(`answered ${response.status}`);
        const state: unknown = await response.json();
        if (!ended) setNeeded(isRecord(state) && state.codeNeeded === true);
      } catch {
        if (ended) return;
        timer = setTimeout(() => void ask(Math.min(wait * 2, patience.longest)), wait);
      }
    };
    void ask(patience.first);
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, []);
  return needed;
}

type Props = { value: string; onChange: (code: string) => void; error: string | undefined };

/** The code that the server writes to its log. */
export function SetupCode({ value, onChange, error }: Props) {
  const t = useTranslations("companies.setup");
  return (
    <section aria-label={t("code")} className="grid gap-4 rounded-lg border border-border bg-surface p-5">
      <Field label={t("code")} hint={t("codeHint")} error={error} required>
        <Input
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    </section>
  );
}
