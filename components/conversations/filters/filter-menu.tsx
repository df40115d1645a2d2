"use client";

import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import { type Option, OptionList } from "#components/forms/option-list.tsx";
import { later, laterModule } from "#components/ui/late/later.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#components/ui/popover.tsx";
import type { ListFilter } from "../inbox/inbox-address.ts";
import { type FilterField, isSet } from "./filter-fields.ts";
import type { ChoiceField } from "./filter-options.tsx";

const FieldPane = later(
  laterModule(() => import("./field-pane.tsx")),
  (module) => module.FieldPane,
);

export type FilterMenuProps = {
  filter: ListFilter;
  onFilter: (filter: ListFilter) => void;
  /** The fields that make sense on this list. */
  fields: readonly FilterField[];
  options: (field: ChoiceField) => Option[];
  /** Opens at this field, for a chip that is being changed. */
  field?: FilterField;
  trigger: ReactElement;
};

/** First what to narrow by, then to what; the list follows each choice at once. */
export function FilterMenu({ filter, onFilter, fields, options, field: start, trigger }: FilterMenuProps) {
  const t = useTranslations("conversations.filters");
  const [open, setOpen] = useState(false);
  const [field, setField] = useState<FilterField | undefined>(start);
  const changeOpen = (next: boolean) => {
    setOpen(next);
    if (next) setField(start);
  };
  // Without teams there is nothing to choose.
  const offered = fields.filter((name) => name !== "teamId" || options(name).length > 1);
  return (
    <Popover open={open} onOpenChange={changeOpen}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent aria-label={field ? t(field) : t("label")} className="flex w-68 flex-col overflow-hidden p-0">
        {field ? (
          <FieldPane
            key={field}
            field={field}
            filter={filter}
            onFilter={onFilter}
            options={options}
            onBack={start ? undefined : () => setField(undefined)}
            onDone={() => setOpen(false)}
          />
        ) : (
          <OptionList
            options={offered.map((name) => ({ value: name, label: t(name) }))}
            selected={fields.filter((name) => isSet(filter, name))}
            onSelect={(value) => setField(fields.find((name) => name === value))}
            searchLabel={t("label")}
          />
        )}
      </PopoverContent>
    </Popover>
  );
}
