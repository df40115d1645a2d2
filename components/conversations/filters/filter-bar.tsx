"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { Directory } from "../data/directory.ts";
import type { ListFilter } from "../inbox/inbox-address.ts";
import { type FilterField, isSet, without, withoutFilters } from "./filter-fields.ts";
import { FilterMenu } from "./filter-menu.tsx";
import { useFilterOptions, useFilterWords } from "./filter-options.tsx";

type FilterBarProps = {
  filter: ListFilter;
  onFilter: (filter: ListFilter) => void;
  fields: readonly FilterField[];
  directory: Directory;
  className?: string;
};

/** What a list is narrowed to: one removable chip a filter, each opening its own choices. Nothing while there is none. */
export function FilterBar({ filter, onFilter, fields, directory, className }: FilterBarProps) {
  const t = useTranslations("conversations.filters");
  const options = useFilterOptions(directory);
  const words = useFilterWords(options, filter);
  const set = fields.filter((field) => isSet(filter, field));
  if (set.length === 0) return null;
  return (
    <fieldset
      aria-label={t("label")}
      className={cn("m-0 flex min-w-0 flex-wrap items-center gap-1.5 border-0 p-0", className)}
    >
      {set.map((field) => (
        <span key={field} className="inline-flex max-w-full">
          <FilterMenu
            filter={filter}
            onFilter={onFilter}
            fields={fields}
            options={options}
            field={field}
            trigger={
              <button
                type="button"
                className="inline-flex h-6 min-w-0 items-center gap-1.5 rounded-l-md border border-border-strong border-r-0 bg-surface px-2 text-xs hover:bg-text/5 touch:h-11"
              >
                <span className="text-text-muted">{t(field)}</span>
                <span className="max-w-40 truncate">{words(field)}</span>
              </button>
            }
          />
          <RemoveButton label={`${t(field)} ${words(field)}`} onRemove={() => onFilter(without(filter, field))} />
        </span>
      ))}
      {set.length > 1 ? (
        <Button variant="link" size="sm" className="text-xs" onClick={() => onFilter(withoutFilters(filter))}>
          {t("clear")}
        </Button>
      ) : null}
    </fieldset>
  );
}

function RemoveButton({ label, onRemove }: { label: string; onRemove: () => void }) {
  const t = useTranslations("ui.chip");
  return (
    <button
      type="button"
      aria-label={t("remove", { label })}
      onClick={onRemove}
      className="grid h-6 w-6 shrink-0 place-items-center rounded-r-md border border-border-strong border-l-0 bg-surface text-text-faint hover:bg-text/6 hover:text-text touch:h-11 touch:w-11"
    >
      <X aria-hidden className="size-3.5" />
    </button>
  );
}
