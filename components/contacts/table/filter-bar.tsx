"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Option } from "#components/forms/option-list.tsx";
import { Button } from "#components/ui/button.tsx";
import type { ContactFilter } from "./contact-address.ts";
import { type ChoiceField, filterFields, isSet, without, withoutFilters } from "./filter-fields.ts";
import { FilterMenu } from "./filter-menu.tsx";
import { useFilterWords } from "./filter-options.tsx";

type FilterBarProps = {
  filter: ContactFilter;
  onFilter: (filter: ContactFilter) => void;
  options: (field: ChoiceField) => Option[];
};

/** What the table is narrowed to: one removable chip a filter, each opening its own choices. Nothing while there is none. */
export function FilterBar({ filter, onFilter, options }: FilterBarProps) {
  const t = useTranslations("contacts.filters");
  const tChip = useTranslations("ui.chip");
  const words = useFilterWords(options);
  const set = filterFields.filter((field) => isSet(filter, field));
  if (set.length === 0) return null;
  return (
    <fieldset
      aria-label={t("label")}
      className="m-0 flex min-w-0 flex-wrap items-center gap-1.5 border-0 px-5 pb-2 phone:px-4"
    >
      {set.map((field) => (
        <span key={field} className="inline-flex max-w-full">
          <FilterMenu
            filter={filter}
            onFilter={onFilter}
            options={options}
            field={field}
            trigger={
              <button
                type="button"
                className="inline-flex h-6 min-w-0 items-center gap-1.5 rounded-l-md border border-border-strong border-r-0 bg-surface px-2 text-xs hover:bg-text/5 touch:h-11"
              >
                <span className="text-text-muted">{t(field)}</span>
                <span className="max-w-40 truncate">{words(filter, field)}</span>
              </button>
            }
          />
          <button
            type="button"
            aria-label={tChip("remove", { label: `${t(field)} ${words(filter, field)}` })}
            onClick={() => onFilter(without(filter, field))}
            className="grid h-6 w-6 shrink-0 place-items-center rounded-r-md border border-border-strong border-l-0 bg-surface text-text-faint hover:bg-text/6 hover:text-text touch:h-11 touch:w-11"
          >
            <X aria-hidden className="size-3.5" />
          </button>
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
