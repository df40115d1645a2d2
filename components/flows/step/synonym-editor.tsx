"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Input } from "#components/forms/input.tsx";
import { WordsField } from "#components/forms/words-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { StepFields } from "./use-step-fields.ts";

/** Words in a free first message that already answer a question which is no list. */
export function SynonymEditor({ node, disabled, set }: StepFields) {
  const t = useTranslations("flows.step.detect");
  const entries = node.autodetect;
  const change = (at: number, patch: Partial<(typeof entries)[number]>) => {
    set({ autodetect: entries.map((one, place) => (place === at ? { ...one, ...patch } : one)) }, at);
  };
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1 font-medium text-sm">{t("label")}</legend>
      <p className="text-text-muted text-xs">{t("hint")}</p>
      {entries.map((entry, at) => (
        <div key={at} className="flex items-center gap-1">
          <Input
            dir="auto"
            aria-label={t("value", { number: at + 1 })}
            placeholder={t("valueHint")}
            value={entry.value}
            maxLength={512}
            disabled={disabled}
            onChange={(event) => change(at, { value: event.target.value })}
          />
          <WordsField
            label={t("synonyms", { value: entry.value })}
            placeholder={t("synonymsHint")}
            words={entry.synonyms}
            disabled={disabled}
            onChange={(synonyms) => change(at, { synonyms })}
          />
          {disabled ? null : (
            <IconButton
              size="sm"
              label={t("remove", { value: entry.value })}
              onClick={() => set({ autodetect: entries.filter((_, place) => place !== at) })}
            >
              <X aria-hidden />
            </IconButton>
          )}
        </div>
      ))}
      {disabled || entries.length >= 50 ? null : (
        <Button
          size="sm"
          variant="ghost"
          icon={<Plus aria-hidden />}
          className="justify-self-start"
          onClick={() => set({ autodetect: [...entries, { value: "", synonyms: [] }] })}
        >
          {t("add")}
        </Button>
      )}
    </fieldset>
  );
}
