"use client";

import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import { parseFlag, useStoredState } from "#components/ui/stored-state.ts";

type DetailsSectionProps = {
  /** Remembers in this browser whether it is open. */
  id: string;
  title: string;
  count?: number | undefined;
  defaultOpen?: boolean;
  /** Drawn, and fetched, only while it is open. */
  children: () => ReactNode;
};

/** A part of the details that folds away. */
export function DetailsSection({ id, title, count, defaultOpen = false, children }: DetailsSectionProps) {
  const [open, setOpen] = useStoredState(`parley:details:${id}`, defaultOpen, parseFlag);
  const body = useId();
  return (
    <section className="border-border border-b last:border-b-0">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={body}
          onClick={() => setOpen(!open)}
          className="flex h-9 w-full items-center gap-1.5 px-4 font-medium text-sm hover:bg-text/4 focus-visible:outline-offset-[-2px] touch:h-11"
        >
          <ChevronRight
            aria-hidden
            className={`size-3.5 text-text-faint transition-transform ${open ? "rotate-90" : ""}`}
          />
          {title}
          {count === undefined ? null : (
            <span className="ml-auto font-normal text-text-faint text-xs tabular">{count}</span>
          )}
        </button>
      </h3>
      <div id={body} hidden={!open} className="px-4 pb-3">
        {open ? children() : null}
      </div>
    </section>
  );
}
