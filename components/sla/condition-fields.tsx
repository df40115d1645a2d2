"use client";

import { ListFilter as FilterSign } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDirectory } from "#components/conversations/data/directory.ts";
import { FilterBar } from "#components/conversations/filters/filter-bar.tsx";
import { FilterMenu } from "#components/conversations/filters/filter-menu.tsx";
import { useFilterOptions } from "#components/conversations/filters/filter-options.tsx";
import { type ListFilter, noFilter } from "#components/conversations/inbox/inbox-address.ts";
import { MultiCombobox } from "#components/forms/combobox.tsx";
import { Field } from "#components/forms/field.tsx";
import { Button } from "#components/ui/button.tsx";
import { conditionFields, type PolicyDraft } from "./policy-draft.ts";

type Conditions = PolicyDraft["conditions"];
type ConditionFieldsProps = { conditions: Conditions; onConditions: (conditions: Conditions) => void };

/** For which conversations it is: all of what is chosen must hold. */
export function ConditionFields({ conditions, onConditions }: ConditionFieldsProps) {
  const t = useTranslations("sla.form");
  const tFilter = useTranslations("conversations.filters");
  const directory = useDirectory();
  const options = useFilterOptions(directory);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium text-sm">{t("conditions")}</legend>
      <p className="text-text-muted text-xs">{t("conditionsHint")}</p>
      <div className="grid grid-cols-2 gap-3 phone:grid-cols-1">
        {conditionFields
          .filter((field) => field !== "teamId" || directory.teams.length > 0 || conditions.teamId.length > 0)
          .map((field) => (
            <Field key={field} label={tFilter(field)}>
              <MultiCombobox
                label={tFilter(field)}
                placeholder={t("any")}
                options={[...options(field)]}
                values={conditions[field]}
                onValuesChange={(values) => onConditions({ ...conditions, [field]: values })}
              />
            </Field>
          ))}
      </div>
      <CustomFields
        values={conditions.customFields}
        onValues={(customFields) => onConditions({ ...conditions, customFields })}
      />
    </fieldset>
  );
}

const custom = ["customFields"] as const;

/** Fields of the company's own, in the words of the inbox. */
function CustomFields({
  values,
  onValues,
}: {
  values: readonly string[];
  onValues: (values: readonly string[]) => void;
}) {
  const t = useTranslations("conversations.filters");
  const directory = useDirectory();
  const options = useFilterOptions(directory);
  const filter = { ...noFilter, customFields: values };
  const onFilter = ({ customFields }: ListFilter) => onValues(customFields);
  const chips = { filter, fields: custom, onFilter };
  return (
    <div className="grid justify-items-start gap-2">
      <FilterBar {...chips} directory={directory} />
      {values.length > 0 ? null : (
        <FilterMenu
          {...chips}
          options={options}
          field="customFields"
          trigger={
            <Button size="sm" icon={<FilterSign aria-hidden />}>
              {t("customFields")}
            </Button>
          }
        />
      )}
    </div>
  );
}
