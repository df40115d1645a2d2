"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { Input } from "#components/forms/input.tsx";
import { useOvertaken } from "#components/forms/use-overtaken.ts";
import { useMoney } from "#components/frame/money.ts";
import { Button } from "#components/ui/button.tsx";
import { readAmount } from "./amount-text.ts";

type AmountFieldProps = {
  amount: number | null;
  disabled: boolean;
  onChange: (amount: number | null) => void;
};

/** The value of the deal, changed in place: Enter saves, Escape restores. */
export function AmountField({ amount, disabled, onChange }: AmountFieldProps) {
  const t = useTranslations("conversations.amount");
  const money = useMoney();
  const [draft, setDraft] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const shown = amount === null ? "" : money(amount);
  const stored = String(amount ?? "");
  // A colleague may change the value meanwhile: leaving must not write the old one over it, nor another one unseen.
  const { begun, begin, told } = useOvertaken(stored);
  const [error, setError] = useState<string>();
  if (draft === undefined) {
    return (
      <Button
        ref={button}
        variant="ghost"
        size="sm"
        disabled={disabled}
        aria-label={amount === null ? t("add") : t("edit", { amount: shown })}
        onClick={() => {
          begin();
          setDraft(stored);
        }}
        icon={amount === null ? <Plus aria-hidden /> : undefined}
        className="h-6 px-1.5 text-xs tabular"
      >
        {amount === null ? t("add") : shown}
      </Button>
    );
  }
  const stop = (refocus: boolean) => {
    setDraft(undefined);
    setError(undefined);
    if (refocus) requestAnimationFrame(() => button.current?.focus());
  };
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    const value = readAmount(draft);
    if (value === "invalid" || value === "tooLarge") return setError(t(value));
    const next = String(value ?? "");
    const overtaken = next === begun ? undefined : told(next, event === undefined);
    if (overtaken) return setError(overtaken);
    stop(event !== undefined);
    if (next !== begun) onChange(value);
  };
  return (
    <form onSubmit={save} className="relative">
      <Input
        autoFocus
        inputMode="decimal"
        aria-label={t("label")}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? "amount-error" : undefined}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => save()}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          stop(true);
        }}
        className="h-6 w-28 text-xs tabular"
      />
      {error ? (
        <p
          id="amount-error"
          role="alert"
          className="absolute top-full right-0 z-10 mt-1 w-max max-w-64 rounded-md bg-surface-raised px-2 py-1 text-danger text-xs shadow-float"
        >
          {error}
        </p>
      ) : null}
    </form>
  );
}
