"use client";

import { useTranslations } from "next-intl";
import { useEditing } from "./editor-context.tsx";
import { readingOrder, wordsOf } from "./flow-tree.ts";
import { useChosenStep } from "./step-selection.ts";

/** Says which step is chosen, for whoever cannot see the canvas. */
export function StepAnnouncer() {
  const t = useTranslations("flows");
  const { tree, faults } = useEditing();
  const selected = useChosenStep();
  const place = selected ? readingOrder(tree).indexOf(selected) + 1 : 0;
  return (
    <p aria-live="polite" className="sr-only">
      {selected
        ? [
            t("canvas.chosen", { name: selected.internal_name, place, total: tree.nodes.length }),
            t(`types.${selected.response_type}`),
            wordsOf(selected),
            selected.disabled ? t("step.off") : "",
            t("canvas.faults", { count: faults.filter(({ id }) => id === selected.id).length }),
          ]
            .filter(Boolean)
            .join(". ")
        : ""}
    </p>
  );
}
