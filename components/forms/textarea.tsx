"use client";

import type { ComponentProps } from "react";
import { cn } from "../ui/class-names.ts";
import { useFieldControl } from "./field.tsx";
import { controlStyles } from "./input.tsx";

type TextareaProps = ComponentProps<"textarea"> & {
  /** Grows with its text, up to the max-height of its class. */
  autoGrow?: boolean;
};

export function Textarea({ autoGrow, className, ...rest }: TextareaProps) {
  const control = useFieldControl(rest);
  return (
    <textarea
      rows={3}
      dir="auto"
      {...rest}
      {...control}
      className={cn(
        controlStyles,
        "resize-y px-2.5 py-1.5 text-base read-only:bg-text/3",
        autoGrow && "field-sizing-content resize-none",
        className,
      )}
    />
  );
}
