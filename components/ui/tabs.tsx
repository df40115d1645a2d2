"use client";

import Link from "next/link";
import * as Primitive from "radix-ui/tabs";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./class-names.ts";

const listStyles = "flex items-stretch gap-4 overflow-x-auto border-border border-b [scrollbar-width:none]";

const tabStyles = [
  "relative inline-flex h-9 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-sm text-sm text-text-muted transition-colors touch:h-11",
  "hover:text-text focus-visible:outline-offset-[-2px] disabled:opacity-50",
  "after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full after:bg-transparent",
  "data-[state=active]:font-medium data-[state=active]:text-text data-[state=active]:after:bg-accent",
  "aria-[current=page]:font-medium aria-[current=page]:text-text aria-[current=page]:after:bg-accent",
].join(" ");

export const Tabs = Primitive.Root;

export function TabsList({ className, ...rest }: ComponentProps<typeof Primitive.List>) {
  return <Primitive.List {...rest} className={cn(listStyles, className)} />;
}

function Count({ value }: { value: number | undefined }) {
  if (value === undefined) return null;
  return (
    <span className="tabular rounded-full bg-text/6 px-1.5 font-normal text-2xs text-text-muted leading-4">
      {value}
    </span>
  );
}

type TabProps = { count?: number | undefined; icon?: ReactNode };

export function TabsTrigger({
  count,
  icon,
  className,
  children,
  ...rest
}: ComponentProps<typeof Primitive.Trigger> & TabProps) {
  return (
    <Primitive.Trigger {...rest} className={cn(tabStyles, className)}>
      {icon}
      {children}
      <Count value={count} />
    </Primitive.Trigger>
  );
}

export function TabsContent({ className, ...rest }: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content {...rest} className={cn("outline-offset-2", className)} />;
}

export type LinkTab = TabProps & { href: string; label: string; active: boolean };

type LinkTabsProps = { label: string; tabs: readonly LinkTab[]; className?: string };

/** Tabs whose choice lives in the URL: links, not a tab list. */
export function LinkTabs({ label, tabs, className }: LinkTabsProps) {
  return (
    <nav aria-label={label} className={cn(listStyles, className)}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          scroll={false}
          aria-current={tab.active ? "page" : undefined}
          className={tabStyles}
        >
          {tab.icon}
          {tab.label}
          <Count value={tab.count} />
        </Link>
      ))}
    </nav>
  );
}
