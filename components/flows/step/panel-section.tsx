"use client";

import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import { parseFlag, useStoredState } from "#components/ui/stored-state.ts";

type PanelSectionProps = {
  /** Remembers in this browser whether it is open. */
  id: string;
  title: string;
  /** Said beside the title while it is closed: what is set inside. */
  summary?: string;
  defaultOpen?: boolean;
  /** Kept open: a fault inside is being looked at. */
  forced?: boolean;
  children: ReactNode;
};

/** A group of fields that folds away. */
export function PanelSection({ id, title, summary, defaultOpen = false, forced = false, children }: PanelSectionProps) {
  const [stored, setOpen] = useStoredState(`parley:flow-section:${id}`, defaultOpen, parseFlag);
  const body = useId();
  const open = stored || forced;
  return (
    <section className="border-border border-t first:border-t-0">
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
            className={`size-3.5 shrink-0 text-text-faint transition-transform ${open ? "rotate-90" : ""}`}
          />
          {title}
          {!open && summary ? (
            <span className="min-w-0 truncate font-normal text-text-muted text-xs">{summary}</span>
          ) : null}
        </button>
      </h3>
      <div id={body} hidden={!open} className="px-4 pt-1 pb-5">
        {open ? <div className="grid gap-4">{children}</div> : null}
      </div>
    </section>
  );
}
