"use client";

import { useTranslations } from "next-intl";
import { cn } from "#components/ui/class-names.ts";
import { LinkTabs } from "#components/ui/tabs/link-tabs.tsx";

/** A wide window shows the details beside the rest; on a phone they are the first tab. */
export const tabs = ["details", "history", "notes", "conversations", "files"] as const;
export type Tab = (typeof tabs)[number];

type ContactTabsProps = { contactId: string; tab: Tab; shown: readonly Tab[]; className: string };

export function ContactTabs({ contactId, tab, shown, className }: ContactTabsProps) {
  const t = useTranslations("contacts.tabs");
  const href = (one: Tab) => `/contacts/${contactId}${one === "details" ? "" : `?tab=${one}`}`;
  return (
    <LinkTabs
      label={t("label")}
      tabs={shown.map((one) => ({ href: href(one), label: t(one), active: one === tab }))}
      className={cn("shrink-0 px-5 pt-1 phone:px-4", className)}
    />
  );
}
