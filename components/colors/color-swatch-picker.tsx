"use client";

import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useFieldControl, useFieldLabelId } from "../forms/field.tsx";
import { Input } from "../forms/input.tsx";
import { RadioInput } from "../forms/radio-input.tsx";
import { parseColor, swatches } from "./swatches.ts";

type ColorSwatchPickerProps = {
  /** `#RRGGBB`. */
  value: string;
  onValueChange: (value: string) => void;
};

/** The swatches, and any other colour as `#RRGGBB`; it takes its name from the Field around it. */
export function ColorSwatchPicker({ value, onValueChange }: ColorSwatchPickerProps) {
  const t = useTranslations("ui.swatch");
  const control = useFieldControl();
  const labelId = useFieldLabelId();
  const name = useId();
  return (
    <div className="grid gap-2">
      <div role="radiogroup" {...control} aria-labelledby={labelId} className="flex flex-wrap gap-1">
        {swatches.map((swatch) => (
          <span
            key={swatch.value}
            className="group relative grid size-7 place-items-center rounded-md hover:bg-text/6 has-checked:bg-text/10 touch:size-11"
          >
            <RadioInput
              name={name}
              aria-label={t(swatch.name)}
              checked={swatch.value === value.toUpperCase()}
              onChange={() => onValueChange(swatch.value)}
              className="absolute inset-0 appearance-none rounded-md"
            />
            <span className="pointer-events-none relative grid size-4 place-items-center">
              <svg aria-hidden viewBox="0 0 16 16" className="absolute inset-0">
                <circle cx="8" cy="8" r="8" fill={swatch.value} />
              </svg>
              <Check
                aria-hidden
                className="relative hidden size-3 stroke-3 text-surface group-has-checked:block dark:text-text"
              />
            </span>
          </span>
        ))}
      </div>
      <CustomColor key={value} value={value} onValueChange={onValueChange} />
    </div>
  );
}

/* Keyed by the value above: a choice from the swatches replaces what stands here. */
function CustomColor({ value, onValueChange }: { value: string; onValueChange: (value: string) => void }) {
  const t = useTranslations("ui.swatch");
  const [draft, setDraft] = useState(value);
  const color = parseColor(draft);
  return (
    <Input
      id=""
      value={draft}
      aria-label={t("custom")}
      aria-invalid={!color}
      spellCheck={false}
      maxLength={7}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => (color ? onValueChange(color) : setDraft(value))}
      onKeyDown={(event) => {
        if (event.key === "Enter" && color) {
          event.preventDefault();
          onValueChange(color);
        }
      }}
      leading={
        <svg aria-hidden viewBox="0 0 16 16">
          <circle cx="8" cy="8" r="7" fill={color ?? "none"} stroke="currentColor" strokeOpacity="0.3" />
        </svg>
      }
      className="max-w-32"
    />
  );
}
