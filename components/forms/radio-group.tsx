"use client";

import { type ReactNode, useId } from "react";
import { cn } from "../ui/class-names.ts";
import { useFieldControl, useFieldLabelId } from "./field.tsx";
import { RadioInput } from "./radio-input.tsx";

export type RadioOption<Value extends string> = {
  value: Value;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
};

type RadioGroupProps<Value extends string> = {
  options: readonly RadioOption<Value>[];
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  /** Needed outside a Field. */
  "aria-label"?: string;
  disabled?: boolean;
  /** Boxes around the options, for choices that deserve a look. */
  cards?: boolean;
  className?: string;
};

/* The dot is the ground; a ring of the page's colour lies over its edge. */
const dotStyles = [
  "mt-0.5 size-4 shrink-0 appearance-none rounded-full border border-text-faint bg-surface touch:size-5",
  "checked:border-accent checked:bg-accent checked:shadow-[inset_0_0_0_3px_var(--surface)]",
  "touch:checked:shadow-[inset_0_0_0_4px_var(--surface)] disabled:opacity-50 touch:hit-area",
].join(" ");

export function RadioGroup<Value extends string>({
  options,
  value,
  onValueChange,
  cards,
  className,
  disabled,
  ...rest
}: RadioGroupProps<Value>) {
  const base = useId();
  const control = useFieldControl();
  const labelId = useFieldLabelId();
  return (
    <div
      role="radiogroup"
      {...rest}
      {...control}
      aria-labelledby={rest["aria-label"] ? undefined : labelId}
      className={cn("grid gap-2", className)}
    >
      {options.map((option, index) => (
        <div
          key={option.value}
          className={cn(
            "flex min-w-0 items-start gap-2 touch:min-h-11",
            cards && "rounded-lg border border-border p-3 has-checked:border-accent has-checked:bg-accent/6",
          )}
        >
          <RadioInput
            name={base}
            id={`${base}-${index}`}
            checked={option.value === value}
            disabled={disabled || option.disabled}
            aria-describedby={option.hint ? `${base}-${index}-hint` : undefined}
            onChange={() => onValueChange(option.value)}
            className={dotStyles}
          />
          <div className="grid min-w-0 grid-cols-1">
            <label htmlFor={`${base}-${index}`} className="text-sm">
              {option.label}
            </label>
            {option.hint ? (
              <span id={`${base}-${index}-hint`} className="text-text-muted text-xs">
                {option.hint}
              </span>
            ) : null}
          </div>
        </div>
      ))}
    </div>
  );
}
