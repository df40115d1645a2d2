"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { Input } from "#components/forms/input.tsx";
import { useOvertaken } from "#components/forms/use-overtaken.ts";
import { Button } from "#components/ui/button.tsx";
import { useToast } from "#components/ui/toast.tsx";

type LostReasonProps = { reason: string; disabled: boolean; onChange: (reason: string) => void };

/** Why a deal was lost, changed in place: Enter saves, Escape restores. */
export function LostReason({ reason, disabled, onChange }: LostReasonProps) {
  const t = useTranslations("conversations.lostReason");
  const [draft, setDraft] = useState<string>();
  // A colleague may change the reason meanwhile: leaving must not write the old one over it, nor another one unseen.
  const { begun, begin, told } = useOvertaken(reason);
  const toast = useToast();
  const button = useRef<HTMLButtonElement>(null);
  if (draft === undefined) {
    return (
      <Button
        ref={button}
        variant="ghost"
        size="sm"
        disabled={disabled}
        aria-label={reason === "" ? t("add") : t("edit", { reason })}
        onClick={() => {
          begin();
          setDraft(reason);
        }}
        icon={reason === "" ? <Plus aria-hidden /> : undefined}
        className="h-6 max-w-48 px-1.5 text-xs"
      >
        <span className="truncate">{reason === "" ? t("add") : reason}</span>
      </Button>
    );
  }
  const stop = (refocus: boolean) => {
    setDraft(undefined);
    if (refocus) requestAnimationFrame(() => button.current?.focus());
  };
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    const written = draft.trim();
    const overtaken = written === begun ? undefined : told(written, event === undefined);
    if (overtaken) return void toast.error(overtaken);
    stop(event !== undefined);
    if (written !== begun) onChange(written);
  };
  return (
    <form onSubmit={save}>
      <Input
        autoFocus
        aria-label={t("label")}
        maxLength={200}
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
        className="h-6 w-48 text-xs"
      />
    </form>
  );
}
