"use client";

import { ChevronLeft } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import { type Option, OptionList } from "#components/forms/option-list.tsx";
import { Button } from "#components/ui/button.tsx";
import { untilLoaded } from "#components/ui/late/insist.ts";
import { Popover, PopoverContent, PopoverTrigger } from "#components/ui/popover.tsx";
import type { ContactFilter } from "./contact-address.ts";
import {
  type ChoiceField,
  type FilterField,
  filterFields,
  isRange,
  isSet,
  isTag,
  isText,
  toggled,
  without,
} from "./filter-fields.ts";
import { DateRangeForm, TextFilterForm } from "./filter-forms.tsx";

const CustomConditions = dynamic(
  () => untilLoaded(() => import("#components/fields/condition-form.tsx")).then((module) => module.CustomConditions),
  { loading: () => null },
);

type FilterMenuProps = {
  filter: ContactFilter;
  onFilter: (filter: ContactFilter) => void;
  options: (field: ChoiceField) => Option[];
  /** Opens at this field, for a chip that is being changed. */
  field?: FilterField;
  trigger: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

/** First what to narrow by, then to what; the table follows each choice at once. */
export function FilterMenu({ filter, onFilter, options, field: start, trigger, ...control }: FilterMenuProps) {
  const t = useTranslations("contacts.filters");
  const [ownOpen, setOwnOpen] = useState(false);
  const [field, setField] = useState<FilterField | undefined>(start);
  const changeOpen = (next: boolean) => {
    setOwnOpen(next);
    control.onOpenChange?.(next);
    if (next) setField(start);
  };
  return (
    <Popover open={control.open ?? ownOpen} onOpenChange={changeOpen}>
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
            onDone={() => changeOpen(false)}
          />
        ) : (
          <OptionList
            options={filterFields.map((name) => ({ value: name, label: t(name) }))}
            selected={filterFields.filter((name) => isSet(filter, name))}
            onSelect={(value) => setField(filterFields.find((name) => name === value))}
            searchLabel={t("label")}
          />
        )}
      </PopoverContent>
    </Popover>
  );
}

type FieldPaneProps = Pick<FilterMenuProps, "filter" | "onFilter" | "options"> & {
  field: FilterField;
  onBack: (() => void) | undefined;
  onDone: () => void;
};

function FieldPane({ field, filter, onFilter, options, onBack, onDone }: FieldPaneProps) {
  const t = useTranslations("contacts.filters");
  const apply = (next: ContactFilter) => {
    onFilter(next);
    onDone();
  };
  return (
    <>
      <div className="flex items-center gap-1 border-border border-b p-1">
        {onBack ? (
          <Button variant="ghost" size="sm" icon={<ChevronLeft aria-hidden />} onClick={onBack}>
            {t(field)}
          </Button>
        ) : (
          <span className="px-2 py-1 font-medium text-sm">{t(field)}</span>
        )}
        {isSet(filter, field) ? (
          <Button variant="ghost" size="sm" className="ml-auto" onClick={() => apply(without(filter, field))}>
            {t("remove")}
          </Button>
        ) : null}
      </div>
      {isRange(field) ? <DateRangeForm field={field} filter={filter} onApply={apply} /> : null}
      {isText(field) ? <TextFilterForm field={field} filter={filter} onApply={apply} /> : null}
      {field === "customFields" ? (
        <CustomConditions
          entity="contact"
          chosen={filter.customFields}
          onChange={(customFields) => apply({ ...filter, customFields })}
        />
      ) : null}
      {isRange(field) || isText(field) || field === "customFields" ? null : (
        <OptionList
          options={options(field)}
          selected={filter[field]}
          onSelect={(value) => onFilter(toggled(filter, field, value))}
          searchLabel={t(field)}
          {...(isTag(field) ? { onCreate: (tag: string) => onFilter(toggled(filter, field, tag)) } : {})}
        />
      )}
    </>
  );
}
