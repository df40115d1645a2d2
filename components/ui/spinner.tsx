import { LoaderCircle } from "lucide-react";
import { cn } from "./class-names.ts";

/** A turning ring; pass `label` when nothing around it says what is happening. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span className={cn("inline-flex shrink-0", className)} role={label ? "status" : undefined}>
      <LoaderCircle aria-hidden className="size-4 animate-spin" />
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  );
}
