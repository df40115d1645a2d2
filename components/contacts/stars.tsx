import { Star } from "lucide-react";
import { cn } from "#components/ui/class-names.ts";

const places = [1, 2, 3, 4, 5] as const;

/** A rating as a picture; say it in words beside it. */
export function Stars({ rating, className }: { rating: number; className?: string }) {
  return (
    <span aria-hidden className={cn("inline-flex gap-px align-middle", className)}>
      {places.map((place) => (
        <Star
          key={place}
          className={cn("size-3", place <= rating ? "fill-current text-accent" : "text-border-strong")}
        />
      ))}
    </span>
  );
}
