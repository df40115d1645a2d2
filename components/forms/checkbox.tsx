"use client";

import { Check, Minus } from "lucide-react";
import * as Primitive from "radix-ui/checkbox";
import type { ComponentProps, ReactNode } from "react";
import { useId } from "react";
import { cn } from "../ui/class-names.ts";
import { useFieldControl } from "./field.tsx";

type CheckboxProps = Omit<ComponentProps<typeof Primitive.Root>, "children"> & {
  /** Text beside the box; without it pass `aria-label`. */
  label?: ReactNode;
  hint?: ReactNode;
};

export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  const own = useId();
  const control = useFieldControl(rest);
  const id = control.id ?? own;
  const box = (
    <Primitive.Root
      {...rest}
      {...control}
      id={id}
      aria-describedby={hint ? `${id}-hint` : control["aria-describedby"]}
      className={cn(
        "grid size-4 shrink-0 place-items-center rounded-sm border border-text-faint bg-surface text-accent-text transition-colors touch:hit-area touch:size-5",
        "data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent",
        "aria-invalid:border-danger disabled:opacity-50",
        className,
      )}
    >
      <Primitive.Indicator className="group grid place-items-center">
        <Check aria-hidden className="size-3 stroke-3 group-data-[state=indeterminate]:hidden" />
        <Minus aria-hidden className="hidden size-3 stroke-3 group-data-[state=indeterminate]:block" />
      </Primitive.Indicator>
    </Primitive.Root>
  );
  if (!label) return box;
  return (
    <div className="flex min-w-0 items-start gap-2 has-disabled:text-text-muted touch:min-h-11 touch:py-2.5">
      <span className="flex h-5 items-center touch:h-6">{box}</span>
      <div className="grid min-w-0">
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
