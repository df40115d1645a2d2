"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { QuestionNode } from "#server/chatbots/schema.ts";
import { updateNode } from "../draft/flow-edits.ts";
import { useEditing } from "../editor-context.tsx";

export type StepFields = {
  node: QuestionNode;
  disabled: boolean;
  /** Typing in one field is undone as one; `part` tells parts of a field apart. */
  set: (patch: Partial<QuestionNode>, part?: string | number) => void;
  /** What is wrong with a field, in words. */
  fault: (field: string) => string | undefined;
};

/** A step as the fields of the panel see it. */
export function useStepFields(node: QuestionNode): StepFields {
  const t = useTranslations("flows.faults");
  const { change, faults, readOnly } = useEditing();
  return useMemo(
    () => ({
      node,
      disabled: readOnly,
      set: (patch, part = "") => {
        change((nodes) => updateNode(nodes, node.id, patch), `${node.id} ${Object.keys(patch).join()} ${part}`);
      },
      fault: (field) => {
        const found = faults.find((one) => one.id === node.id && one.field === field && one.level === "error");
        return found && t(found.code, { about: found.about });
      },
    }),
    [t, node, change, faults, readOnly],
  );
}
