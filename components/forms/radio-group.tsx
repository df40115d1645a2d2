"use client";

import * as Primitive from "radix-ui/radio-group";
import { type ReactNode, useId } from "react";
import { cn } from "../ui/class-names.ts";
import { useFieldControl, useFieldLabelId } from "./field.tsx";

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

export function RadioGroup<Value extends string>({
  options,
  value,
  onValueChange,
  cards,
  className,
  ...rest
}: RadioGroupProps<Value>) {
  const base = useId();
  const control = useFieldControl();
  const labelId = useFieldLabelId();
  return (
    <Primitive.Root
      {...rest}
      {...control}
      aria-labelledby={rest["aria-label"] ? undefined : labelId}
      value={value ?? ""}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onValueChange(chosen.value);
      }}
      className={cn("grid gap-2", className)}
    >
      {options.map((option, index) => (
        <div
          key={option.value}
          className={cn(
            "flex min-w-0 items-start gap-2 touch:min-h-11",
            cards &&
              "rounded-lg border border-border p-3 has-data-[state=checked]:border-accent has-data-[state=checked]:bg-accent/6",
          )}
        >
          <Primitive.Item
            value={option.value}
            id={`${base}-${index}`}
            disabled={option.disabled}
            aria-describedby={option.hint ? `${base}-${index}-hint` : undefined}
            className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border border-text-faint bg-surface data-[state=checked]:border-accent disabled:opacity-50 touch:hit-area touch:size-5"
          >
            <Primitive.Indicator className="size-2 rounded-full bg-accent touch:size-2.5" />
          </Primitive.Item>
          <div className="grid min-w-0">
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
    </Primitive.Root>
  );
}
