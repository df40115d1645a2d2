"use client";

import { useTranslations } from "next-intl";
import { useDirectory } from "#components/conversations/data/directory.ts";
import { useFilterOptions } from "#components/conversations/filters/filter-options.tsx";
import { MultiCombobox } from "#components/forms/combobox.tsx";
import { Field } from "#components/forms/field.tsx";
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
    </fieldset>
  );
}
