"use client";

import { ListFilter as FilterSign, Paperclip } from "lucide-react";
import { useMessages, useTranslations } from "next-intl";
import type { Ref } from "react";
import type { Directory } from "#components/conversations/data/directory.ts";
import { FilterBar } from "#components/conversations/filters/filter-bar.tsx";
import { FilterMenu } from "#components/conversations/filters/filter-menu.tsx";
import { useFilterOptions } from "#components/conversations/filters/filter-options.tsx";
import { SearchBox } from "#components/filters/search-box.tsx";
import { MoreTexts } from "#components/frame/more-texts.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { facetsOf, type SearchAddress } from "./search-address.ts";

type SearchHeaderProps = {
  address: SearchAddress;
  change: (change: Partial<SearchAddress>) => void;
  directory: Directory;
  box: Ref<HTMLInputElement>;
  onLeave: () => void;
};

/** The words and the facets. What the dates are those of depends on what is looked for. */
export function SearchHeader(props: SearchHeaderProps) {
  const t = useTranslations("search.dates");
  const { conversations } = useMessages();
  const filters = { ...conversations.filters, date: t(props.address.kind) };
  return (
    <MoreTexts texts={{ conversations: { ...conversations, filters } }}>
      <Header {...props} />
    </MoreTexts>
  );
}

function Header({ address, change, directory, box, onLeave }: SearchHeaderProps) {
  const t = useTranslations("search");
  const tFilters = useTranslations("conversations.filters");
  const options = useFilterOptions(directory);
  const { filter, kind, hasFile } = address;
  const fields = facetsOf(kind);
  const onFilter = (next: typeof filter) => change({ filter: next });
  const facets = { filter, onFilter, fields };
  return (
    <header className="shrink-0 px-5 pt-2 pb-3 phone:px-4 phone:pb-2">
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <h1 className="font-semibold text-lg phone:sr-only">{t("title")}</h1>
        <div className="max-w-160 flex-1 phone:min-w-full">
          <SearchBox
            ref={box}
            label={t("label")}
            placeholder={t("placeholder")}
            value={filter.search}
            onSearch={(search) => change({ filter: { ...filter, search } })}
            onLeave={onLeave}
          />
        </div>
        <FilterMenu
          {...facets}
          options={options}
          trigger={<Button icon={<FilterSign aria-hidden />}>{tFilters("add")}</Button>}
        />
        {kind === "messages" ? (
          <Button
            aria-pressed={hasFile}
            icon={<Paperclip aria-hidden />}
            onClick={() => change({ hasFile: !hasFile })}
            className={cn(hasFile && "border-accent bg-accent/10 text-accent hover:bg-accent/15")}
          >
            {t("hasFile")}
          </Button>
        ) : null}
      </div>
      <FilterBar {...facets} directory={directory} className="pt-2" />
    </header>
  );
}
