"use client";

import { AlarmClock, Archive, AtSign, Bot, Inbox, SearchX, UserRound, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { withoutFilters } from "../filters/filter-fields.ts";
import { isNarrowed } from "./inbox-address.ts";
import type { InboxView } from "./membership.ts";
import type { InboxNavigation } from "./use-inbox-address.ts";

const icons: Record<InboxView, typeof Inbox> = {
  mine: UserRound,
  mentions: AtSign,
  unassigned: Users,
  bot: Bot,
  snoozed: AlarmClock,
  all: Inbox,
  closed: Archive,
  every: Inbox,
};

/** Why a list is empty, and where to look instead. */
export function InboxEmpty({ navigation }: { navigation: InboxNavigation }) {
  const t = useTranslations("inbox.empty");
  const { address, setView, setFilter } = navigation;
  const { view, filter } = address;
  if (isNarrowed(filter)) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={t("filtered.title")}
        description={t("filtered.description")}
        actions={
          <>
            <Button onClick={() => setFilter({ ...withoutFilters(filter), search: "" })}>{t("filtered.clear")}</Button>
            {view === "all" ? null : (
              <Button variant="ghost" onClick={() => setView("all")}>
                {t("filtered.lookInAll")}
              </Button>
            )}
          </>
        }
      />
    );
  }
  const Icon = icons[view];
  return (
    <EmptyState
      icon={<Icon aria-hidden />}
      title={t(`${view}.title`)}
      description={t(`${view}.description`)}
      actions={view === "mine" ? <Button onClick={() => setView("unassigned")}>{t("goUnassigned")}</Button> : undefined}
    />
  );
}
