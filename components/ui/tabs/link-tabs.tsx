"use client";

import { cn } from "../class-names.ts";
import { PlaceLink } from "../late/place-link.tsx";
import { revealTab } from "./reveal-tab.ts";
import { Count, listStyles, type TabProps, tabStyles } from "./tab-looks.tsx";

export type LinkTab = TabProps & { href: string; label: string; active: boolean };

type LinkTabsProps = { label: string; tabs: readonly LinkTab[]; className?: string };

/** Tabs whose choice lives in the URL: links, not a tab list. */
export function LinkTabs({ label, tabs, className }: LinkTabsProps) {
  return (
    <nav aria-label={label} className={cn(listStyles, className)}>
      {tabs.map((tab) => (
        <PlaceLink
          key={tab.href}
          ref={tab.active ? revealTab : undefined}
          href={tab.href}
          scroll={false}
          aria-current={tab.active ? "page" : undefined}
          className={tabStyles}
        >
          {tab.icon}
          {tab.label}
          <Count value={tab.count} />
        </PlaceLink>
      ))}
    </nav>
  );
}
