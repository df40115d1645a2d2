"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { Textarea } from "#components/forms/textarea.tsx";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";

type TextListProps = {
  label: string;
  hint?: string | undefined;
  texts: readonly string[];
  onChange: (texts: string[], at: number) => void;
  /** Where the panel puts the focus when a fault of this field is pressed. */
  field: string;
  addLabel: string;
  error?: string | undefined;
  disabled: boolean;
};

/** Texts one below the other: what is said, what is said again. */
export function TextList(props: TextListProps) {
  const { label, hint, texts, onChange, field, addLabel, error, disabled } = props;
  const t = useTranslations("flows.step");
  const id = useId();
  const shown = texts.length === 0 ? [""] : texts;
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby={`${id}-notes`}>
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      {shown.map((text, at) => (
        <div key={at} className="flex items-start gap-1">
          <Textarea
            autoGrow
            rows={1}
            dir="auto"
            value={text}
            disabled={disabled}
            maxLength={4096}
            data-field={at === 0 ? field : undefined}
            aria-label={shown.length > 1 ? t("textNumber", { label, number: at + 1 }) : label}
            aria-invalid={error ? true : undefined}
            onChange={(event) => onChange(replaced(shown, at, event.target.value), at)}
            className="max-h-60"
          />
          {shown.length > 1 && !disabled ? (
            <IconButton
              size="sm"
              label={t("removeText", { number: at + 1 })}
              onClick={() =>
                onChange(
                  shown.filter((_, place) => place !== at),
                  -1,
                )
              }
            >
              <X aria-hidden />
            </IconButton>
          ) : null}
        </div>
      ))}
      <div id={`${id}-notes`} className="contents">
        {error ? <p className="text-danger text-xs">{error}</p> : null}
        {hint ? <p className="text-text-muted text-xs">{hint}</p> : null}
      </div>
      {disabled || shown.length >= 20 ? null : (
        <Button
          variant="ghost"
          size="sm"
          icon={<Plus aria-hidden />}
          className="justify-self-start"
          onClick={() => onChange([...shown, ""], -1)}
        >
          {addLabel}
        </Button>
      )}
    </fieldset>
  );
}

function replaced(texts: readonly string[], at: number, text: string): string[] {
  return texts.map((one, place) => (place === at ? text : one));
}
