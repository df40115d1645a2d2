"use client";

import * as Primitive from "radix-ui/switch";
import type { ComponentProps } from "react";
import { cn } from "../ui/class-names.ts";
import { useFieldControl } from "./field.tsx";

/** Takes effect at once; inside a Field it takes the Field's label, elsewhere pass `aria-label`. */
export function Switch({ className, ...rest }: ComponentProps<typeof Primitive.Root>) {
  const control = useFieldControl(rest);
  return (
    <Primitive.Root
      {...rest}
      {...control}
      className={cn(
        "inline-flex h-[18px] w-8 shrink-0 items-center rounded-full bg-text-faint p-0.5 transition-colors touch:hit-area touch:h-6 touch:w-11",
        "disabled:opacity-50 data-[state=checked]:bg-accent",
        className,
      )}
    >
      <Primitive.Thumb className="block size-3.5 rounded-full bg-surface transition-transform data-[state=checked]:translate-x-3.5 touch:size-5 touch:data-[state=checked]:translate-x-5" />
    </Primitive.Root>
  );
}
