"use client";

import type { ComponentProps } from "react";
import { cn } from "../ui/class-names.ts";
import { useFieldControl } from "./field.tsx";

type SwitchProps = Omit<ComponentProps<"button">, "onChange" | "children" | "value"> & {
  checked: boolean;
  onCheckedChange?: ((checked: boolean) => void) | undefined;
};

/** Takes effect at once; inside a Field it takes the Field's label, elsewhere pass `aria-label`. */
export function Switch({ checked, onCheckedChange, className, ...rest }: SwitchProps) {
  const control = useFieldControl(rest);
  const state = checked ? "checked" : "unchecked";
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      data-state={state}
      {...rest}
      {...control}
      onClick={(event) => {
        rest.onClick?.(event);
        if (!event.defaultPrevented) onCheckedChange?.(!checked);
      }}
      className={cn(
        "inline-flex h-[18px] w-8 shrink-0 items-center rounded-full bg-text-faint p-0.5 transition-colors touch:hit-area touch:h-6 touch:w-11",
        "disabled:opacity-50 data-[state=checked]:bg-accent",
        className,
      )}
    >
      <span
        data-state={state}
        className="block size-3.5 rounded-full bg-surface transition-transform data-[state=checked]:translate-x-3.5 touch:size-5 touch:data-[state=checked]:translate-x-5"
      />
    </button>
  );
}
