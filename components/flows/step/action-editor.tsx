"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { ConditionEditor } from "#components/conditions/condition-editor.tsx";
import { Select } from "#components/forms/select.tsx";
import { WordsField } from "#components/forms/words-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { nodeActions } from "#server/chatbots/choices.ts";
import type { QuestionNode } from "#server/chatbots/schema.ts";
import { useEditing } from "../editor-context.tsx";
import { SettingFields } from "./setting-fields.tsx";
import { slotsOf } from "./step-slots.ts";
import { StepTarget } from "./step-target.tsx";
import type { StepFields } from "./use-step-fields.ts";

type Action = QuestionNode["actions"][number];

/** Actions of a step, each with the conditions under which it is taken. */
export function ActionEditor({ node, disabled, set, fault }: StepFields) {
  const t = useTranslations("flows.actions");
  const { nodes } = useEditing();
  const change = (at: number, patch: Partial<Action>) => {
    set({ actions: node.actions.map((one, place) => (place === at ? { ...one, ...patch } : one)) }, at);
  };
  const error = fault("actions");
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-medium text-sm">{t("label")}</legend>
      {node.actions.map((action, at) => (
        <div key={at} className="grid gap-2 rounded-md border border-border p-2">
          <div className="flex items-center gap-1">
            <Select
              aria-label={t("number", { number: at + 1 })}
              value={action.name}
              disabled={disabled}
              options={nodeActions.map((value) => ({ value, label: t(`names.${value}`) }))}
              onValueChange={(name) => change(at, { name, params: [] })}
            />
            {disabled ? null : (
              <IconButton
                size="sm"
                label={t("remove", { number: at + 1 })}
                onClick={() => set({ actions: node.actions.filter((_, place) => place !== at) })}
              >
                <X aria-hidden />
              </IconButton>
            )}
          </div>
          <ActionParams node={node} action={action} disabled={disabled} onChange={(params) => change(at, { params })} />
          <ConditionEditor
            slots={slotsOf(nodes)}
            label={t("when")}
            conditions={action.conditions_to_execute ?? []}
            disabled={disabled}
            onChange={(conditions_to_execute) => change(at, { conditions_to_execute })}
          />
        </div>
      ))}
      {error ? <p className="text-danger text-xs">{error}</p> : null}
      {disabled || node.actions.length >= 20 ? null : (
        <Button
          size="sm"
          variant="ghost"
          icon={<Plus aria-hidden />}
          className="justify-self-start"
          data-field="actions"
          onClick={() => set({ actions: [...node.actions, { name: "OPERATOR_NEEDED", params: [] }] })}
        >
          {t("add")}
        </Button>
      )}
    </fieldset>
  );
}

type ParamsProps = {
  node: QuestionNode;
  action: Action;
  disabled: boolean;
  onChange: (params: unknown[]) => void;
};

function ActionParams({ node, action, disabled, onChange }: ParamsProps) {
  const t = useTranslations("flows.actions");
  const { tree } = useEditing();
  const [first] = action.params;
  if (action.name === "OPERATOR_NEEDED") return <p className="text-text-muted text-xs">{t("operatorHint")}</p>;
  if (action.name === "DELETE") {
    const slots = action.params.filter((param) => typeof param === "string");
    return (
      <WordsField
        label={t("slots")}
        placeholder={t("slotsHint", { name: node.slot_id || node.internal_name })}
        words={slots}
        disabled={disabled}
        onChange={onChange}
      />
    );
  }
  if (action.name === "SET") {
    return <SettingFields action={action} number={1} disabled={disabled} onChange={onChange} />;
  }
  // A GOTO may refer to its target by id; it is shown by name in any case.
  const byId = action.name === "GOTO" ? tree.byId.get(Number(first))?.internal_name : undefined;
  const name = typeof first === "string" || typeof first === "number" ? (byId ?? String(first)) : "";
  const write = (chosen: string) => {
    const id = tree.byName.get(chosen)?.id;
    onChange([action.name === "GOTO" && id !== undefined ? id : chosen, ...action.params.slice(1)]);
  };
  return (
    <StepTarget label={t("target")} value={name} disabled={disabled} except={node.internal_name} onChange={write} />
  );
}
