"use client";

import { useTranslations } from "next-intl";
import { readingOrder } from "../draft/flow-tree.ts";
import { useEditing } from "../editor-context.tsx";
import { typeOf } from "../step/step-kinds.ts";
import { useChosenStep } from "../step/step-selection.ts";
import { useStepWords } from "../step/step-words.ts";

/** Announces the chosen step, for people who cannot see the canvas. */
export function StepAnnouncer() {
  const t = useTranslations("flows");
  const { tree, faults } = useEditing();
  const selected = useChosenStep();
  const words = useStepWords();
  const wrong = faults.filter(({ id }) => id === selected?.id).length;
  const place = selected ? readingOrder(tree).indexOf(selected) + 1 : 0;
  return (
    <p aria-live="polite" className="sr-only">
      {selected
        ? [
            t("canvas.chosen", { name: selected.internal_name, place, total: tree.nodes.length }),
            t(`types.${typeOf(selected)}`),
            words(selected),
            selected.disabled ? t("step.off") : "",
            wrong > 0 ? t("canvas.faults", { count: wrong }) : "",
          ]
            .filter(Boolean)
            .join(". ")
        : ""}
    </p>
  );
}
