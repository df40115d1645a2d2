"use client";

import { Check, Minus } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { useId } from "react";
import { cn } from "../ui/class-names.ts";
import { useFieldControl } from "./field.tsx";

type CheckboxProps = Omit<ComponentProps<"button">, "children" | "onChange" | "value"> & {
  checked: boolean | "indeterminate";
  onCheckedChange?: ((checked: boolean) => void) | undefined;
  /** Text beside the box; without it pass `aria-label`. */
  label?: ReactNode;
  hint?: ReactNode;
};

export function Checkbox({ checked, onCheckedChange, label, hint, className, ...rest }: CheckboxProps) {
  const own = useId();
  const control = useFieldControl(rest);
  const id = control.id ?? own;
  const box = (
    // biome-ignore lint/a11y/useSemanticElements: it stands in tables and cards whose label is elsewhere, and draws a third state
    <button
      type="button"
      role="checkbox"
      aria-checked={checked === "indeterminate" ? "mixed" : checked}
      data-state={checked === "indeterminate" ? checked : checked ? "checked" : "unchecked"}
      {...rest}
      {...control}
      id={id}
      // Enter belongs to the form around it: a box is ticked with the space bar.
      onKeyDown={(event) => {
        rest.onKeyDown?.(event);
        if (event.key === "Enter") event.preventDefault();
      }}
      onClick={(event) => {
        rest.onClick?.(event);
        if (!event.defaultPrevented) onCheckedChange?.(checked !== true);
      }}
      aria-describedby={hint ? `${id}-hint` : control["aria-describedby"]}
      className={cn(
        "grid size-4 shrink-0 place-items-center rounded-sm border border-text-faint bg-surface text-accent-text transition-colors touch:hit-area touch:size-5",
        "data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent",
        "aria-invalid:border-danger disabled:opacity-50",
        className,
      )}
    >
      {checked === "indeterminate" ? <Minus aria-hidden className="size-3 stroke-3" /> : null}
      {checked === true ? <Check aria-hidden className="size-3 stroke-3" /> : null}
    </button>
  );
  if (!label) return box;
  return (
    <div className="flex min-w-0 items-start gap-2 has-disabled:text-text-muted touch:min-h-11 touch:py-2.5">
      <span className="flex h-5 items-center touch:h-6">{box}</span>
      <div className="grid min-w-0 grid-cols-1">
        <label htmlFor={id} className="text-sm">
          {label}
        </label>
        {hint ? (
          <span id={`${id}-hint`} className="text-text-muted text-xs">
            {hint}
          </span>
        ) : null}
      </div>
    </div>
  );
}
