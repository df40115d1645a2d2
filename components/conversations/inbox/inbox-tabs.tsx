"use client";

import { ChevronDown } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { cn } from "#components/ui/class-names.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { revealTab } from "#components/ui/tabs/reveal-tab.ts";
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
  const nav = useRef<HTMLElement>(null);
  const cut = useCut(nav, view);
  // A saved view without a tab is named only while it is shown.
  const shown: readonly InboxView[] = view === "every" ? ["every", ...inboxViews] : inboxViews;
  const numberOf = (one: InboxView) => {
    const count = counts?.[one];
    if (count === undefined) return "";
    return format.number(count, count >= 10_000 ? { notation: "compact", maximumFractionDigits: 1 } : {});
  };
  return (
    <div className="flex items-center border-border border-b">
      <nav
        ref={nav}
        aria-label={t("label")}
        className={cn(
          "flex min-w-0 flex-1 justify-between overflow-x-auto px-2 [scrollbar-width:none]",
          cut && "[mask-image:linear-gradient(to_right,transparent,black_14px,black_calc(100%-14px),transparent)]",
        )}
      >
        {shown.map((one) => (
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
              "relative grid min-w-8 shrink-0 justify-items-center rounded-sm px-1.5 pt-1 pb-1.5 text-text-muted text-xs hover:text-text touch:min-h-12 touch:content-center",
              "focus-visible:outline-offset-[-2px] after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full",
              "aria-[current=page]:font-medium aria-[current=page]:text-text aria-[current=page]:after:bg-accent",
            )}
          >
            {t(one)}
            <span className="h-4 font-normal text-2xs text-text-faint tabular">{numberOf(one)}</span>
          </a>
        ))}
      </nav>
      {cut ? (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <IconButton label={t("more")} size="sm" className="mr-2">
              <ChevronDown aria-hidden />
            </IconButton>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            <DropdownMenuRadioGroup value={view}>
              {shown.map((one) => (
                <DropdownMenuRadioItem key={one} value={one} aside={numberOf(one)} onSelect={() => onView(one)}>
                  {t(one)}
                </DropdownMenuRadioItem>
              ))}
            </DropdownMenuRadioGroup>
          </DropdownMenuContent>
        </DropdownMenu>
      ) : null}
    </div>
  );
}

/** Whether tabs are out of sight; the one that is shown never is. */
function useCut(nav: RefObject<HTMLElement | null>, view: InboxView): boolean {
  const [cut, setCut] = useState(false);
  const look = useCallback(() => {
    const element = nav.current;
    if (!element) return;
    setCut(element.scrollWidth > element.clientWidth + 1);
    revealTab(element.querySelector<HTMLElement>("[aria-current=page]"));
  }, [nav]);
  useEffect(() => {
    const element = nav.current;
    if (!element) return;
    const watch = new ResizeObserver(look);
    watch.observe(element);
    // The numbers widen the tabs when they come.
    for (const tab of element.children) watch.observe(tab);
    return () => watch.disconnect();
  }, [nav, look]);
  useEffect(() => {
    if (view) look();
  }, [view, look]);
  return cut;
}
