import { cn } from "../ui/class-names.ts";

/** A dot in a colour that a user chose; an SVG attribute needs no inline style. */
export function ColorDot({ color, className }: { color: string; className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 8 8" className={cn("size-2 shrink-0", className)}>
      <circle cx="4" cy="4" r="4" fill={color} />
    </svg>
  );
}
