"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Switch } from "#components/forms/switch.tsx";
import { internalNamePattern } from "#server/chatbots/choices.ts";
import type { QuestionNode } from "#server/chatbots/schema.ts";
import { StepMenu } from "../canvas/step-menu.tsx";
import { renameNode } from "../draft/flow-edits.ts";
import { useEditing } from "../editor-context.tsx";
import { PanelSection } from "./panel-section.tsx";
import { StepAfter } from "./step-after.tsx";
import { StepAnswer } from "./step-answer.tsx";
import { purposeOf } from "./step-kinds.ts";
import { StepLanguages } from "./step-languages.tsx";
import { StepMessage } from "./step-message.tsx";
import { StepAdvanced, StepWhen } from "./step-more.tsx";
import { StepPurpose } from "./step-purpose.tsx";
import { useStepActions } from "./use-step-actions.ts";
import { type StepFields, useStepFields } from "./use-step-fields.ts";

const groups = {
  answer: ["response_type", "response_options", "autodetect", "slot_id", "retry_text", "required"],
  after: ["go_to_internal_name", "tag", "assigned_to", "actions"],
  when: ["conditions_to_show", "alternative_texts"],
  advanced: ["fulfillment_url", "interface_configuration"],
} as const;

/** What a step says, asks and does, field by field. */
export function StepForm({ node, wanted }: { node: QuestionNode; wanted: string | undefined }) {
  const t = useTranslations("flows");
  const fields = useStepFields(node);
  const { toggle } = useStepActions();
  const { leave } = useEditing();
  const purpose = purposeOf(node);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape gives the focus back from any field within
    <div
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        leave();
      }}
    >
      <div className="flex items-start gap-2 px-4 pt-3 pb-4">
        <NameField key={node.internal_name} node={node} disabled={fields.disabled} />
        <div className="pt-6.5">
          <StepMenu node={node} />
        </div>
      </div>
      {node.disabled ? (
        <div className="mx-4 mb-4 flex items-center gap-3 rounded-md bg-text/5 px-3 py-2">
          <p className="flex-1 text-sm text-text-muted">{t("step.offHint")}</p>
          <Switch
            aria-label={t("menu.switchOn")}
            checked={false}
            disabled={fields.disabled}
            onCheckedChange={() => toggle(node)}
          />
        </div>
      ) : null}
      {purpose ? (
        <StepPurpose {...fields} purpose={purpose} wanted={wanted} />
      ) : (
        <StepSections fields={fields} wanted={wanted} />
      )}
    </div>
  );
}

function StepSections({ fields, wanted }: { fields: StepFields; wanted: string | undefined }) {
  const t = useTranslations("flows");
  const { node } = fields;
  const forced = (group: keyof typeof groups) => groups[group].some((field) => field === wanted);
  return (
    <>
      <PanelSection id="message" title={t("sections.message")} defaultOpen forced={wanted === "text"}>
        <StepMessage {...fields} />
      </PanelSection>
      <PanelSection
        id="answer"
        title={t("sections.answer")}
        summary={t(`types.${node.response_type}`)}
        defaultOpen
        forced={forced("answer")}
      >
        <StepAnswer {...fields} />
      </PanelSection>
      <StepLanguages fields={fields} forced={wanted === "translations"} />
      <PanelSection
        id="after"
        title={t("sections.after")}
        summary={node.go_to_internal_name || node.tag}
        defaultOpen
        forced={forced("after")}
      >
        <StepAfter {...fields} />
      </PanelSection>
      <PanelSection id="when" title={t("sections.when")} forced={forced("when")}>
        <StepWhen {...fields} />
      </PanelSection>
      <PanelSection
        id="advanced"
        title={t("sections.advanced")}
        summary={node.fulfillment_url}
        forced={forced("advanced")}
      >
        <StepAdvanced {...fields} />
      </PanelSection>
    </>
  );
}

/** The name is stored when the field is left: other steps refer to it, and no two may share one. */
function NameField({ node, disabled }: { node: QuestionNode; disabled: boolean }) {
  const t = useTranslations("flows.step");
  const { tree, change } = useEditing();
  const [name, setName] = useState(node.internal_name);
  const taken = name !== node.internal_name && tree.byName.has(name);
  const wrong = !internalNamePattern.test(name);
  useEffect(() => setName(node.internal_name), [node.internal_name]);
  const write = () => {
    if (taken || wrong) setName(node.internal_name);
    else change((nodes) => renameNode(nodes, node.id, name));
  };
  return (
    <Field label={t("name")} className="flex-1" error={taken ? t("nameTaken") : wrong ? t("nameWrong") : undefined}>
      <Input
        data-field="internal_name"
        value={name}
        maxLength={64}
        disabled={disabled}
        spellCheck={false}
        onChange={(event) => setName(event.target.value)}
        onBlur={write}
        onKeyDown={(event) => {
          if (event.key === "Enter") write();
          if (event.key !== "Escape" || name === node.internal_name) return;
          event.preventDefault();
          setName(node.internal_name);
        }}
      />
    </Field>
  );
}
