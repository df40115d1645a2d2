"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useConditionWords } from "#components/conditions/condition-words.ts";
import type { QuestionNode } from "#server/chatbots/schema.ts";
import { wordsOf } from "../draft/flow-tree.ts";
import { purposeOf, settingOf } from "./step-kinds.ts";

/** What a step says or does, in one line. */
export function useStepWords(): (node: QuestionNode) => string {
  const t = useTranslations("flows.does");
  const condition = useConditionWords();
  return useMemo(
    () => (node) => {
      switch (purposeOf(node)) {
        case "hand_over":
          return wordsOf(node) || t("hand_over");
        case "condition":
          return node.conditions_to_show.map(condition).join(t("and"));
        case "jump":
          return node.go_to_internal_name && t("jump", { name: node.go_to_internal_name });
        case "service":
          return hostOf(node.fulfillment_url);
        case "set_field":
          return node.actions
            .map(settingOf)
            .filter(({ field }) => field !== "")
            .map((setting) => t("set_field", setting))
            .join(t("and"));
        default:
          return wordsOf(node);
      }
    },
    [t, condition],
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
