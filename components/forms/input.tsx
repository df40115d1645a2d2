"use client";

import type { ComponentProps, ReactNode } from "react";
import { cn } from "../ui/class-names.ts";
import { useFieldControl } from "./field.tsx";

export const controlStyles = [
  "w-full min-w-0 rounded-md border border-border-strong bg-surface text-sm text-text transition-[border-color] touch:min-h-11 touch:text-base",
  "hover:border-text-faint/60 focus-visible:border-transparent focus-visible:outline-offset-[-1px]",
  "disabled:cursor-not-allowed disabled:bg-text/4 disabled:text-text-muted",
  "aria-invalid:border-danger aria-invalid:focus-visible:outline-danger",
].join(" ");

type InputProps = ComponentProps<"input"> & {
  /** Drawn inside, before the text. */
  leading?: ReactNode;
  /** Drawn inside, after the text; may be a small button. */
  trailing?: ReactNode;
};

export function Input({ leading, trailing, className, ...rest }: InputProps) {
  const control = useFieldControl(rest);
  const input = (
    <input
      type="text"
      dir="auto"
      {...rest}
      {...control}
      className={cn(
        controlStyles,
        "h-8 px-2.5 read-only:bg-text/3",
        leading && "pl-8",
        trailing && "pr-9",
        !leading && !trailing && className,
      )}
    />
  );
  if (!leading && !trailing) return input;
  return (
    <span className={cn("relative flex w-full min-w-0 items-center", className)}>
      {leading ? (
        <span className="pointer-events-none absolute left-2.5 text-text-faint [&_svg]:size-4">{leading}</span>
      ) : null}
      {input}
      {trailing ? <span className="absolute right-1 flex items-center">{trailing}</span> : null}
    </span>
  );
}
