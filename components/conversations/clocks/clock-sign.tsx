import { cn } from "#components/ui/class-names.ts";
import type { ClockWords } from "./clock-words.ts";
import type { ClockTone } from "./pressing-clock.ts";

export const clockTones: Readonly<Record<ClockTone, string>> = {
  calm: "text-text-faint",
  warning: "text-warning",
  over: "font-medium text-danger",
  paused: "text-text-faint",
};

/** How long a promise still has, in words and colour; nothing where none runs. */
export function ClockSign({ words, className }: { words: ClockWords; className?: string }) {
  if (!words.clock) return null;
  return (
    <span className={cn("sign-timer flex items-center gap-0.5 tabular", clockTones[words.clockTone], className)}>
      <span aria-hidden>{words.clock}</span>
      <span className="sr-only">{words.clockSaid}</span>
    </span>
  );
}
