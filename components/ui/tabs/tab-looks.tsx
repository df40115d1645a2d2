import type { ReactNode } from "react";

export const listStyles = "flex items-stretch gap-4 overflow-x-auto border-border border-b [scrollbar-width:none]";

export const tabStyles = [
  "relative inline-flex h-9 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-sm text-sm text-text-muted transition-colors touch:h-11",
  "hover:text-text focus-visible:outline-offset-[-2px] disabled:opacity-50",
  "after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full after:bg-transparent",
  "data-[state=active]:font-medium data-[state=active]:text-text data-[state=active]:after:bg-accent",
  "aria-[current=page]:font-medium aria-[current=page]:text-text aria-[current=page]:after:bg-accent",
].join(" ");

export type TabProps = { count?: number | undefined; icon?: ReactNode };

export function Count({ value }: { value: number | undefined }) {
  if (value === undefined) return null;
  return (
    <span className="tabular rounded-full bg-text/6 px-1.5 font-normal text-2xs text-text-muted leading-4">
      {value}
    </span>
  );
}
