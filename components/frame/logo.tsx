import { cn } from "#components/ui/class-names.ts";

/** Two bubbles, one answering the other. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className={cn("size-6 shrink-0", className)}>
      <path
        className="fill-accent"
        d="M5 2.5h9A3.5 3.5 0 0 1 17.5 6v4A3.5 3.5 0 0 1 14 13.5H8.6l-4.3 3.6c-.5.42-1.3.06-1.3-.6V13A3.5 3.5 0 0 1 1.5 10V6A3.5 3.5 0 0 1 5 2.5z"
      />
      <path
        className="fill-accent/45"
        d="M19 8.6a3.5 3.5 0 0 1 3.5 3.4v4a3.5 3.5 0 0 1-1.5 2.88v2.3c0 .66-.78 1.02-1.28.6L16 18.9h-4.6a3.5 3.5 0 0 1-3.3-2.35L9.7 15.1H14a5.1 5.1 0 0 0 5-5.1z"
      />
    </svg>
  );
}
