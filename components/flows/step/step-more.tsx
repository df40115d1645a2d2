"use client";

import { useTranslations } from "next-intl";
import { ConditionEditor } from "#components/conditions/condition-editor.tsx";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Switch } from "#components/forms/switch.tsx";
import { WordsField } from "#components/forms/words-field.tsx";
import { useMay } from "#components/frame/profile.tsx";
import type { QuestionNode } from "#server/chatbots/schema.ts";
import { useEditing } from "../editor-context.tsx";
import { slotsOf } from "./step-slots.ts";
import { TextList } from "./text-list.tsx";
import type { StepFields } from "./use-step-fields.ts";

type Alternative = QuestionNode["alternative_texts"][number];
const occasions = ["business-hours", "offline-mode"] as const;

/** When the step shows, and what it says instead outside business hours or while no one is online. */
export function StepWhen({ node, disabled, set, fault }: StepFields) {
  const t = useTranslations("flows.step");
  const { nodes } = useEditing();
  return (
    <>
      <ConditionEditor
        slots={slotsOf(nodes)}
        label={t("showWhen")}
        hint={t("showWhenHint")}
        conditions={node.conditions_to_show}
        error={fault("conditions_to_show")}
        disabled={disabled}
        onChange={(conditions_to_show) => set({ conditions_to_show })}
      />
      {occasions.map((name) => (
        <TextList
          key={name}
          label={t(`instead.${name}`)}
          hint={t("insteadHint")}
          addLabel={t("addText")}
          field={name === "business-hours" ? "alternative_texts" : ""}
          texts={node.alternative_texts.find((one) => one.name === name)?.text ?? []}
          error={fault("alternative_texts")}
          disabled={disabled}
          onChange={(text, at) =>
            set({ alternative_texts: alternated(node.alternative_texts, name, text) }, `${name} ${at}`)
          }
        />
      ))}
    </>
  );
}

export function EndpointField({ node, disabled, set, fault }: StepFields) {
  const t = useTranslations("flows.step");
  const sets = useMay("clients_read");
  const hint = t(sets || disabled ? "fulfillmentHint" : "fulfillmentReaders");
  return (
    <Field label={t("fulfillment")} optional hint={hint} error={fault("fulfillment_url")}>
      <Input
        type="url"
        inputMode="url"
        data-field="fulfillment_url"
        placeholder="https://"
        value={node.fulfillment_url}
        disabled={disabled || !sets}
        onChange={(event) => set({ fulfillment_url: event.target.value.trim() })}
      />
    </Field>
  );
}

function alternated(all: readonly Alternative[], name: Alternative["name"], text: string[]): Alternative[] {
  const known = all.find((one) => one.name === name);
  const others = all.filter((one) => one !== known);
  const empty = text.every((one) => one === "") && text.length <= 1;
  return empty ? others : [...others, { ...known, name, text }];
}

/** Where the customer's own endpoint is asked, and the rarer fields. */
export function StepAdvanced(fields: StepFields) {
  const t = useTranslations("flows.step");
  const { node, disabled, set } = fields;
  const face = node.interface_configuration;
  return (
    <>
      <EndpointField {...fields} />
      <Field label={t("emptyText")} hint={t("emptyTextHint")} inline>
        <Switch
          checked={node.is_empty_text}
          disabled={disabled}
          onCheckedChange={(is_empty_text) => set({ is_empty_text })}
        />
      </Field>
      <Field label={t("restricted")} hint={t("restrictedHint")}>
        <WordsField
          label={t("restricted")}
          placeholder={t("restrictedExample")}
          words={face.restricted_actions}
          disabled={disabled}
          onChange={(restricted_actions) => set({ interface_configuration: { ...face, restricted_actions } })}
        />
      </Field>
      <p className="text-text-muted text-xs">
        {t("numbers", { id: node.id })}
        {node.is_default_question ? ` · ${t("default")}` : ""}
        {node.is_custom ? ` · ${t("custom")}` : ""}
      </p>
    </>
  );
}
