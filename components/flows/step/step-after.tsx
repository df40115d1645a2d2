"use client";

import { useTranslations } from "next-intl";
import { choosable, useDirectory } from "#components/conversations/data/directory.ts";
import { MultiCombobox } from "#components/forms/combobox.tsx";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { ActionEditor } from "./action-editor.tsx";
import { StepTarget } from "./step-target.tsx";
import type { StepFields } from "./use-step-fields.ts";

/** What happens once the step is answered, or shown where nothing is asked. */
export function StepAfter(fields: StepFields) {
  const t = useTranslations("flows.step");
  const { node, disabled, set, fault } = fields;
  return (
    <>
      <Field label={t("goTo")} hint={t("goToHint")} error={fault("go_to_internal_name")}>
        <div data-field="go_to_internal_name" className="contents">
          <StepTarget
            label={t("goTo")}
            value={node.go_to_internal_name}
            none={t("goOn")}
            disabled={disabled}
            onChange={(go_to_internal_name) => set({ go_to_internal_name })}
          />
        </div>
      </Field>
      <TagField {...fields} />
      <PeopleField {...fields} />
      <ActionEditor {...fields} />
    </>
  );
}

export function TagField({ node, disabled, set, fault }: StepFields) {
  const t = useTranslations("flows.step");
  const { tags } = useDirectory();
  return (
    <>
      <Field label={t("tag")} optional error={fault("tag")} hint={t("tagHint")}>
        <Input
          data-field="tag"
          list="flow-tags"
          value={node.tag}
          maxLength={50}
          disabled={disabled}
          onChange={(event) => set({ tag: event.target.value })}
        />
      </Field>
      <datalist id="flow-tags">
        {tags.map((tag) => (
          <option key={tag.id} value={tag.name} />
        ))}
      </datalist>
    </>
  );
}

export function PeopleField({ node, disabled, set, fault }: StepFields) {
  const t = useTranslations("flows.step");
  const directory = useDirectory();
  const unknown = node.assigned_to.filter((id) => directory.user(id) === undefined);
  const people = choosable(directory.users, node.assigned_to).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Field label={t("assign")} optional error={fault("assigned_to")} hint={t("assignHint")}>
      <MultiCombobox
        label={t("assign")}
        placeholder={t("assignNobody")}
        values={node.assigned_to}
        disabled={disabled}
        options={[...people, ...unknown.map((id) => ({ value: id, label: t("assignUnknown") }))]}
        onValuesChange={(assigned_to) => set({ assigned_to })}
      />
    </Field>
  );
}
