"use client";

import { ListFilter as FilterSign, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDirectory } from "#components/conversations/data/directory.ts";
import { FilterBar } from "#components/conversations/filters/filter-bar.tsx";
import { type FilterField, filterFields } from "#components/conversations/filters/filter-fields.ts";
import { FilterMenu } from "#components/conversations/filters/filter-menu.tsx";
import { useFilterOptions } from "#components/conversations/filters/filter-options.tsx";
import { Field } from "#components/forms/field.tsx";
import { Select } from "#components/forms/select.tsx";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { RuleDraft } from "./rule-draft.ts";

type Props = { draft: RuleDraft; onChange: (change: Partial<RuleDraft>) => void };

/** Channels have a field of their own, and a rule looks at what is there now, whenever it began. */
const fields: readonly FilterField[] = filterFields.filter((field) => field !== "channel" && field !== "date");

/** Filters that lists have no chip for. */
const switches = { chatbotState: ["ON", "OFF"], snoozed: [true, false] } as const;
type Switch = keyof typeof switches;
const switchNames = Object.keys(switches) as Switch[];

/** What the conversation must be like, in the words of the inbox. */
export function RuleFilters({ draft, onChange }: Props) {
  const t = useTranslations("rules.form");
  const tFilters = useTranslations("conversations.filters");
  const directory = useDirectory();
  const options = useFilterOptions(directory);
  const { filter, others } = draft;
  const chips = { filter, fields, onFilter: (next: typeof filter) => onChange({ filter: next }) };
  const unknown = Object.keys(others).filter((name) => !switchNames.some((one) => one === name));
  const setOther = (name: string, value: unknown) => {
    const { [name]: _before, ...rest } = others;
    onChange({ others: value === undefined ? rest : { ...rest, [name]: value } });
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium text-sm">{t("filters")}</legend>
      <FilterBar {...chips} directory={directory} />
      <div>
        <FilterMenu
          {...chips}
          options={options}
          trigger={
            <Button size="sm" icon={<FilterSign aria-hidden />}>
              {tFilters("add")}
            </Button>
          }
        />
      </div>
      <p className="text-text-muted text-xs">{t("filtersHint")}</p>
      <div className="grid grid-cols-2 gap-3 phone:grid-cols-1">
        {switchNames.map((name) => {
          const given: readonly unknown[] = switches[name];
          const at = given.indexOf(others[name]);
          return (
            <Field key={name} label={t(`switch.${name}.label`)}>
              <Select
                value={at < 0 ? "any" : at === 0 ? "yes" : "no"}
                options={(["any", "yes", "no"] as const).map((value) => ({
                  value,
                  label: t(`switch.${name}.${value}`),
                }))}
                onValueChange={(value) => setOther(name, value === "any" ? undefined : given[value === "yes" ? 0 : 1])}
              />
            </Field>
          );
        })}
      </div>
      {unknown.map((name) => (
        <div key={name} className="flex items-center gap-1 text-sm">
          <code className="min-w-0 flex-1 truncate text-xs">
            {name}: {JSON.stringify(others[name])}
          </code>
          <IconButton size="xs" label={t("removeFilter", { name })} onClick={() => setOther(name, undefined)}>
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
    </fieldset>
  );
}
