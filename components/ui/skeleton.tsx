import { cn } from "./class-names.ts";

/** A still shape where something will be; size it with classes to what will come. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("block h-3 animate-shimmer rounded-sm bg-text/8", className)} />;
}
