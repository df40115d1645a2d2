import type { ComponentProps } from "react";
import { cn } from "../ui/class-names.ts";

export function Label({ className, ...rest }: ComponentProps<"label">) {
  // biome-ignore lint/a11y/noLabelWithoutControl: the caller passes htmlFor or wraps the control
  return <label {...rest} className={cn("font-medium text-sm text-text", className)} />;
}
