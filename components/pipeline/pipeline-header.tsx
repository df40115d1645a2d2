"use client";

import { ListFilter as FilterSign } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Ref } from "react";
import type { Directory } from "#components/conversations/data/directory.ts";
import { FilterBar } from "#components/conversations/filters/filter-bar.tsx";
import { FilterMenu } from "#components/conversations/filters/filter-menu.tsx";
import { useFilterOptions } from "#components/conversations/filters/filter-options.tsx";
import { SortMenu } from "#components/conversations/filters/sort-menu.tsx";
import { writeFilter } from "#components/conversations/inbox/inbox-address.ts";
import { SearchBox } from "#components/filters/search-box.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { SavedViews } from "#components/views/saved/saved-views.tsx";
import { pipelineFields, readPipeline } from "./pipeline-address.ts";
import type { PipelineNavigation } from "./use-pipeline-address.ts";

type PipelineHeaderProps = {
  navigation: PipelineNavigation;
  directory: Directory;
  search: Ref<HTMLInputElement>;
  onLeaveSearch: () => void;
};

/** Above the board: what it is, search, filters, order and saved views. */
export function PipelineHeader({ navigation, directory, search, onLeaveSearch }: PipelineHeaderProps) {
  const t = useTranslations("pipeline");
  const tFilters = useTranslations("conversations.filters");
  const tSearch = useTranslations("inbox.search");
  const { address, setFilter } = navigation;
  const { filter } = address;
  const options = useFilterOptions(directory);
  return (
    <header className="shrink-0 px-5 pt-2 pb-3 phone:px-4 phone:pb-2">
      <div className="flex min-h-8 flex-wrap items-center gap-x-1 gap-y-2">
        <h1 className="mr-auto font-semibold text-lg">{t("title")}</h1>
        <div className="w-64 phone:order-last phone:w-full">
          <SearchBox
            label={tSearch("label")}
            placeholder={tSearch("placeholder")}
            ref={search}
            value={filter.search}
            onSearch={(text) => setFilter({ ...filter, search: text })}
            onLeave={onLeaveSearch}
          />
        </div>
        <FilterMenu
          filter={filter}
          onFilter={setFilter}
          fields={pipelineFields}
          options={options}
          trigger={
            <IconButton label={tFilters("add")} size="sm" className="ml-1">
              <FilterSign aria-hidden />
            </IconButton>
          }
        />
        <SortMenu sort={filter.sort} onSort={(sort) => setFilter({ ...filter, sort })} />
        <SavedViews
          page="pipeline"
          query={writeFilter(filter)}
          read={(query) => writeFilter(readPipeline(new URLSearchParams(query)).filter)}
          onOpen={(query) => setFilter(readPipeline(new URLSearchParams(query)).filter)}
        />
      </div>
      <FilterBar filter={filter} onFilter={setFilter} fields={pipelineFields} directory={directory} className="pt-2" />
    </header>
  );
}
