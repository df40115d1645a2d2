"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Textarea } from "#components/forms/textarea.tsx";

type JsonFieldProps = {
  label: string;
  value: unknown;
  disabled: boolean;
  onChange: (value: unknown) => void;
};

/** A value as JSON text; what does not read stays as typed and changes nothing. */
export function JsonField({ label, value, disabled, onChange }: JsonFieldProps) {
  const t = useTranslations("conditions");
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  const [broken, setBroken] = useState(false);
  const type = (next: string) => {
    setText(next);
    try {
      onChange(JSON.parse(next));
      setBroken(false);
    } catch {
      setBroken(true);
    }
  };
  return (
    <Field label={label} hideLabel error={broken ? t("notJson") : undefined}>
      <Textarea
        autoGrow
        value={text}
        disabled={disabled}
        spellCheck={false}
        className="max-h-60 font-mono text-xs"
        onChange={(event) => type(event.target.value)}
      />
    </Field>
  );
}
