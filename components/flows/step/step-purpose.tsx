"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { ConditionEditor } from "#components/conditions/condition-editor.tsx";
import { Field } from "#components/forms/field.tsx";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { AddStepMenu } from "../canvas/add-step-menu.tsx";
import { childrenOf } from "../draft/flow-tree.ts";
import { useEditing } from "../editor-context.tsx";
import { PanelSection } from "./panel-section.tsx";
import { SettingFields } from "./setting-fields.tsx";
import { PeopleField, TagField } from "./step-after.tsx";
import type { Purpose } from "./step-kinds.ts";
import { StepLanguages } from "./step-languages.tsx";
import { EndpointField } from "./step-more.tsx";
import { slotsOf } from "./step-slots.ts";
import { StepTarget } from "./step-target.tsx";
import { TextList } from "./text-list.tsx";
import type { StepFields } from "./use-step-fields.ts";

type StepPurposeProps = StepFields & { purpose: Purpose; wanted: string | undefined };

/** The few fields of a step that does one thing. */
export function StepPurpose({ purpose, wanted, ...fields }: StepPurposeProps) {
  const t = useTranslations("flows");
  const conditional = purpose !== "condition";
  return (
    <>
      <PanelSection id={purpose} title={t(`types.${purpose}`)} defaultOpen forced={wanted !== undefined}>
        <p className="text-sm text-text-muted">{t(`purposeHints.${purpose}`)}</p>
        {purpose === "hand_over" ? <HandOver {...fields} /> : null}
        {purpose === "condition" ? <Condition {...fields} /> : null}
        {purpose === "jump" ? <Jump {...fields} /> : null}
        {purpose === "service" ? <EndpointField {...fields} /> : null}
        {purpose === "set_field" ? <Settings {...fields} /> : null}
      </PanelSection>
      {purpose === "hand_over" ? <StepLanguages fields={fields} forced={wanted === "translations"} /> : null}
      {conditional ? (
        <PanelSection id="only-when" title={t("sections.onlyWhen")} forced={wanted === "conditions_to_show"}>
          <Conditions {...fields} label={t("step.showWhen")} hint={t("step.showWhenHint")} />
        </PanelSection>
      ) : null}
    </>
  );
}

function HandOver(fields: StepFields) {
  const t = useTranslations("flows.step");
  const { node, disabled, set, fault } = fields;
  return (
    <>
      <TextList
        label={t("handOverText")}
        hint={t("handOverTextHint")}
        addLabel={t("addText")}
        field="text"
        texts={node.text}
        error={fault("text")}
        disabled={disabled}
        onChange={(text, at) => set({ text: text.length === 1 && !text[0] ? [] : text }, at)}
      />
      <PeopleField {...fields} />
      <TagField {...fields} />
    </>
  );
}

function Conditions({ node, disabled, set, fault, label, hint }: StepFields & { label: string; hint: string }) {
  const { nodes } = useEditing();
  return (
    <ConditionEditor
      slots={slotsOf(nodes)}
      label={label}
      hint={hint}
      conditions={node.conditions_to_show}
      error={fault("conditions_to_show")}
      disabled={disabled}
      onChange={(conditions_to_show) => set({ conditions_to_show })}
    />
  );
}

function Condition(fields: StepFields) {
  const t = useTranslations("flows.step");
  const { tree } = useEditing();
  const { node, disabled } = fields;
  const last = childrenOf(tree, node.internal_name).at(-1)?.id ?? null;
  return (
    <>
      <div data-field="conditions_to_show" className="contents">
        <Conditions {...fields} label={t("conditionWhen")} hint={t("conditionWhenHint")} />
      </div>
      {disabled ? null : (
        <AddStepMenu slot={{ parent: node.internal_name, label: "", after: last }} label={t("conditionAdd")} small />
      )}
    </>
  );
}

function Jump({ node, disabled, set, fault }: StepFields) {
  const t = useTranslations("flows.step");
  return (
    <Field label={t("jumpTo")} error={fault("go_to_internal_name")}>
      <div data-field="go_to_internal_name" className="contents">
        <StepTarget
          label={t("jumpTo")}
          value={node.go_to_internal_name}
          disabled={disabled}
          except={node.internal_name}
          onChange={(go_to_internal_name) => set({ go_to_internal_name })}
        />
      </div>
    </Field>
  );
}

function Settings({ node, disabled, set, fault }: StepFields) {
  const t = useTranslations("flows.step.settings");
  const error = fault("actions");
  const write = (at: number, params: string[]) =>
    set({ actions: node.actions.map((one, place) => (place === at ? { ...one, params } : one)) }, at);
  return (
    <fieldset className="grid min-w-0 gap-2" data-field="actions">
      <legend className="sr-only">{t("label")}</legend>
      {node.actions.map((action, at) => (
        <div key={at} className="flex items-center gap-1">
          <SettingFields action={action} number={at + 1} disabled={disabled} onChange={(params) => write(at, params)} />
          {disabled || node.actions.length === 1 ? null : (
            <IconButton
              size="sm"
              label={t("remove", { number: at + 1 })}
              onClick={() => set({ actions: node.actions.filter((_, place) => place !== at) })}
            >
              <X aria-hidden />
            </IconButton>
          )}
        </div>
      ))}
      {error ? <p className="text-danger text-xs">{error}</p> : null}
      {disabled || node.actions.length >= 20 ? null : (
        <Button
          size="sm"
          variant="ghost"
          icon={<Plus aria-hidden />}
          className="justify-self-start"
          onClick={() => set({ actions: [...node.actions, { name: "SET", params: ["", ""] }] })}
        >
          {t("add")}
        </Button>
      )}
    </fieldset>
  );
}
