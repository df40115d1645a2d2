"use client";

import { useConditionWords } from "./condition-words.ts";
import { useKnownSlots } from "./known-slots.ts";

/** Conditions on what is known of a visitor, in one line. */
export function ConditionList({ conditions }: { conditions: readonly unknown[] }) {
  return <>{conditions.map(useConditionWords(useKnownSlots())).join(" · ")}</>;
}
