"use client";

import { useFormatter, useTranslations } from "next-intl";
import { cn } from "#components/ui/class-names.ts";
import { inboxViews } from "./inbox-address.ts";
import type { InboxView } from "./membership.ts";

type InboxTabsProps = {
  view: InboxView;
  counts: Partial<Record<InboxView, number>> | undefined;
  hrefOf: (view: InboxView) => string;
  onView: (view: InboxView) => void;
};

/** The views of the inbox with their live counts. Links, since each has an address of its own. */
export function InboxTabs({ view, counts, hrefOf, onView }: InboxTabsProps) {
  const t = useTranslations("inbox.tabs");
  const format = useFormatter();
  return (
    <nav
      aria-label={t("label")}
      className="flex justify-between overflow-x-auto border-border border-b px-2 [scrollbar-width:none]"
    >
      {inboxViews.map((one) => {
        const count = counts?.[one];
        return (
          <a
            key={one}
            href={hrefOf(one)}
            aria-current={one === view ? "page" : undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
              event.preventDefault();
              onView(one);
            }}
            className={cn(
              "relative grid min-w-10 shrink-0 justify-items-center rounded-sm px-1.5 pt-1 pb-1.5 text-text-muted text-xs hover:text-text touch:min-h-12 touch:content-center",
              "focus-visible:outline-offset-[-2px] after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full",
              "aria-[current=page]:font-medium aria-[current=page]:text-text aria-[current=page]:after:bg-accent",
            )}
          >
            {t(one)}
            <span className="h-4 font-normal text-2xs text-text-faint tabular">
              {count === undefined
                ? ""
                : format.number(count, count >= 10_000 ? { notation: "compact", maximumFractionDigits: 1 } : {})}
            </span>
          </a>
        );
      })}
    </nav>
  );
}
