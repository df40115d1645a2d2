"use client";

import { ChevronLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import { CustomConditions } from "#components/fields/condition-form.tsx";
import { OptionList } from "#components/forms/option-list.tsx";
import { Button } from "#components/ui/button.tsx";
import type { ListFilter } from "../inbox/inbox-address.ts";
import { type FilterField, isSet, without } from "./filter-fields.ts";
import { DateRangeForm, TextFilterForm } from "./filter-forms.tsx";
import type { FilterMenuProps } from "./filter-menu.tsx";
import { chosenOf, isChoice, toggled } from "./filter-options.tsx";

type FieldPaneProps = Pick<FilterMenuProps, "filter" | "onFilter" | "options"> & {
  field: FilterField;
  onBack: (() => void) | undefined;
  onDone: () => void;
};

/** To what one field is narrowed. */
export function FieldPane({ field, filter, onFilter, options, onBack, onDone }: FieldPaneProps) {
  const t = useTranslations("conversations.filters");
  const apply = (next: ListFilter) => {
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
      {isChoice(field) ? (
        <OptionList
          options={options(field)}
          selected={chosenOf(filter, field)}
          onSelect={(value) => onFilter(toggled(filter, field, value))}
          searchLabel={t(field)}
        />
      ) : field === "date" ? (
        <DateRangeForm filter={filter} onApply={apply} />
      ) : field === "customFields" ? (
        <CustomConditions
          entity="conversation"
          chosen={filter.customFields}
          onChange={(customFields) => apply({ ...filter, customFields })}
        />
      ) : (
        <TextFilterForm field={field} filter={filter} onApply={apply} />
      )}
    </>
  );
}
