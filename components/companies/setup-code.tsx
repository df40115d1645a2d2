"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { isRecord } from "#components/live/records.ts";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";

/** Whether the code is asked for here; the server knows how it is reached. */
export function useCodeNeeded(): boolean {
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    const ending = new AbortController();
    fetch("/api/setup", { signal: ending.signal })
      .then((response) => response.json())
      .then((state: unknown) => setNeeded(isRecord(state) && state.codeNeeded === true))
      // Then the answer to the form says so.
      .catch(() => undefined);
    return () => ending.abort();
  }, []);
  return needed;
}

type Props = { value: string; onChange: (code: string) => void; error: string | undefined };

/** What only whoever can read the server's log knows. */
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
