"use client";

import { ListFilter as FilterSign } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Ref } from "react";
import { SearchBox } from "#components/filters/search-box.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { SavedViews } from "#components/views/saved/saved-views.tsx";
import type { Directory } from "../data/directory.ts";
import { FilterBar } from "../filters/filter-bar.tsx";
import { type FilterField, filterFields } from "../filters/filter-fields.ts";
import { FilterMenu } from "../filters/filter-menu.tsx";
import { useFilterOptions } from "../filters/filter-options.tsx";
import { SortMenu } from "../filters/sort-menu.tsx";
import { type InboxAddress, readAddress, sorted, writeFilter } from "./inbox-address.ts";
import { InboxTabs } from "./inbox-tabs.tsx";
import type { InboxView } from "./membership.ts";
import type { InboxNavigation } from "./use-inbox-address.ts";

type InboxHeaderProps = {
  navigation: InboxNavigation;
  onGroup: (on: boolean) => void;
  counts: Partial<Record<InboxView, number>> | undefined;
  directory: Directory;
  search: Ref<HTMLInputElement>;
  onLeaveSearch: () => void;
};

/* A tab that already filters by assignee offers no second such filter. */
const senseless: Record<InboxView, readonly FilterField[]> = {
  mine: ["assignedTo"],
  mentions: [],
  unassigned: ["assignedTo"],
  bot: [],
  snoozed: [],
  all: [],
  closed: ["status", "nextStep", "sla"],
  every: [],
};

export function fieldsOf(view: InboxView): FilterField[] {
  return filterFields.filter((field) => !senseless[view].includes(field));
}

/** Above the list: search, filters, order, saved views and the tabs. */
export function InboxHeader({ navigation, onGroup, counts, directory, search, onLeaveSearch }: InboxHeaderProps) {
  const t = useTranslations("inbox");
  const tFilters = useTranslations("conversations.filters");
  const { address, hrefOf, setView, setFilter } = navigation;
  const { view, filter } = address;
  const options = useFilterOptions(directory);
  const fields = fieldsOf(view);
  return (
    <header className="shrink-0">
      <div className="flex items-center gap-0.5 px-3 pt-2.5 pb-1.5">
        <SearchBox
          label={t("search.label")}
          placeholder={t("search.placeholder")}
          ref={search}
          value={filter.search}
          onSearch={(text) => setFilter({ ...filter, search: text })}
          onLeave={onLeaveSearch}
        />
        <FilterMenu
          filter={filter}
          onFilter={setFilter}
          fields={fields}
          options={options}
          trigger={
            <IconButton label={tFilters("add")} size="sm" className="ml-1.5">
              <FilterSign aria-hidden />
            </IconButton>
          }
        />
        <SortMenu
          sort={filter.sort}
          onSort={(sort) => setFilter(sorted(filter, sort))}
          grouping={{ on: filter.group === "waiting", set: onGroup }}
        />
        <SavedViews
          page="inbox"
          query={savedQuery(address)}
          read={(query) => savedQuery(savedAddress(query))}
          onOpen={(query) => openSaved(query, navigation)}
        />
      </div>
      <InboxTabs view={view} counts={counts} hrefOf={(one) => hrefOf({ view: one })} onView={setView} />
      <FilterBar
        filter={filter}
        onFilter={setFilter}
        fields={fields}
        directory={directory}
        className="border-border border-b px-3 py-2"
      />
    </header>
  );
}

/* The tab is always named: a view without one holds open and closed conversations. */
function savedQuery({ view, filter }: InboxAddress): string {
  return [`view=${view}`, writeFilter(filter)].filter(Boolean).join("&");
}

function savedAddress(query: string): InboxAddress {
  const params = new URLSearchParams(query);
  if (!params.has("view")) params.set("view", "every");
  return readAddress("/inbox", params);
}

function openSaved(query: string, { show }: InboxNavigation): void {
  const { view, filter } = savedAddress(query);
  show(view, filter);
}
