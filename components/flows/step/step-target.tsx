"use client";

import { useTranslations } from "next-intl";
import { Combobox } from "#components/forms/combobox.tsx";
import type { Option } from "#components/forms/option-list.tsx";
import { readingOrder, wordsOf } from "../draft/flow-tree.ts";
import { useEditing } from "../editor-context.tsx";
import { typeIcons } from "./response-types.ts";
import { typeOf } from "./step-kinds.ts";

type StepTargetProps = {
  label: string;
  value: string;
  onChange: (name: string) => void;
  disabled: boolean;
  /** Offers the choice of no step. */
  none?: string;
  /** Left out: a step does not jump to itself. */
  except?: string;
};

/** One step of the flow, by name; one that does not exist any more is still shown as what it was. */
export function StepTarget({ label, value, onChange, disabled, none, except }: StepTargetProps) {
  const t = useTranslations("flows.step");
  const { tree } = useEditing();
  const steps = readingOrder(tree)
    .filter((node) => node.internal_name !== except)
    .map((node): Option => {
      const Icon = typeIcons[typeOf(node)];
      return {
        value: node.internal_name,
        label: node.internal_name,
        keywords: [wordsOf(node)],
        icon: <Icon aria-hidden className="size-4 shrink-0" />,
      };
    });
  const gone = value !== "" && !tree.byName.has(value) ? [{ value, label: t("targetGone", { name: value }) }] : [];
  return (
    <Combobox
      label={label}
      searchLabel={t("targetSearch")}
      value={value}
      disabled={disabled}
      options={[...(none ? [{ value: "", label: none }] : []), ...gone, ...steps]}
      onValueChange={onChange}
    />
  );
}
