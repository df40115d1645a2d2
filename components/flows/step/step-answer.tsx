"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { Switch } from "#components/forms/switch.tsx";
import { useWhenThere } from "#components/ui/late/later.tsx";
import type { ResponseType } from "#server/chatbots/choices.ts";
import { patterns } from "./late-patterns.ts";
import { OptionEditor } from "./option-editor.tsx";
import { offeredTypes, typeIcons } from "./response-types.ts";
import { SynonymEditor } from "./synonym-editor.tsx";
import { TextList } from "./text-list.tsx";
import type { StepFields } from "./use-step-fields.ts";

const customSlot: readonly ResponseType[] = ["TEXT", "LIST", "REGEX", "MEETING"];
const neverWrong: readonly ResponseType[] = ["NONE", "TEXT", "MEETING"];

/** What the visitor should answer, and what happens when the answer does not fit. */
export function StepAnswer(fields: StepFields) {
  const t = useTranslations("flows");
  const { node, disabled, set, fault } = fields;
  const type = node.response_type;
  return (
    <>
      <Field label={t("step.type")} hint={t(`typeHints.${type}`)}>
        <Select
          value={type}
          disabled={disabled}
          options={offeredTypes.map((value) => {
            const Icon = typeIcons[value];
            return { value, label: t(`types.${value}`), icon: <Icon aria-hidden className="size-4" /> };
          })}
          onValueChange={(next) => set(changedType(fields, next, [t("step.options.first"), t("step.options.second")]))}
        />
      </Field>
      {type === "LIST" || type === "MEETING" ? <OptionEditor {...fields} /> : null}
      {type === "REGEX" ? <PatternField {...fields} /> : null}
      {type === "LIST" || type === "NONE" ? null : <SynonymEditor {...fields} />}
      {customSlot.includes(type) ? (
        <Field label={t("step.slot")} hint={t("step.slotHint", { name: node.internal_name })} error={fault("slot_id")}>
          <Input
            data-field="slot_id"
            value={node.slot_id}
            maxLength={64}
            disabled={disabled}
            placeholder={node.internal_name}
            onChange={(event) => set({ slot_id: event.target.value.trim() })}
          />
        </Field>
      ) : null}
      {type === "NONE" ? null : (
        <Field label={t("step.required")} hint={t(node.required ? "step.requiredHint" : "step.optionalHint")} inline>
          <Switch checked={node.required} disabled={disabled} onCheckedChange={(required) => set({ required })} />
        </Field>
      )}
      {neverWrong.includes(type) ? null : (
        <TextList
          label={t("step.retry")}
          hint={t("step.retryHint")}
          addLabel={t("step.addText")}
          field="retry_text"
          texts={node.retry_text}
          error={fault("retry_text")}
          disabled={disabled}
          onChange={(retry_text, at) =>
            set({ retry_text: retry_text.length === 1 && !retry_text[0] ? [] : retry_text }, at)
          }
        />
      )}
    </>
  );
}

/** Another type keeps what it can use: options of a list are no pattern. */
function changedType({ node }: StepFields, next: ResponseType, options: string[]) {
  const hadOptions = node.response_type === "LIST" || node.response_type === "MEETING";
  const keeps = hadOptions && (next === "LIST" || next === "MEETING");
  if (keeps || node.response_type === next) return { response_type: next };
  return { response_type: next, response_options: next === "LIST" ? options : [] };
}

function PatternField({ node, disabled, set, fault }: StepFields) {
  const t = useTranslations("flows.step");
  const [sample, setSample] = useState("");
  const pattern = node.response_options[0] ?? "";
  const engine = useWhenThere(patterns, true);
  const runs = pattern !== "" && engine?.isPattern(pattern);
  return (
    <>
      <Field label={t("pattern")} hint={t("patternHint")} error={fault("response_options")}>
        <Input
          data-field="response_options"
          value={pattern}
          maxLength={512}
          disabled={disabled}
          spellCheck={false}
          className="font-mono"
          placeholder="^[A-Z]{2}\d{4}$"
          onChange={(event) => set({ response_options: [event.target.value] })}
        />
      </Field>
      <Field
        label={t("patternSample")}
        hint={runs && sample ? t(engine?.testPattern(pattern, sample) ? "patternFits" : "patternFails") : undefined}
      >
        <Input value={sample} onChange={(event) => setSample(event.target.value)} />
      </Field>
    </>
  );
}
