"use client";

import { CircleAlert, CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import type { z } from "zod";
import type { checkStepSchema } from "#server/channels/connection/schema.ts";
import { useHealthWords } from "./health-words.ts";
import { remedyOf } from "./remedies.ts";

type Finding = CheckStep["words"][number];

export type CheckStep = Pick<z.output<typeof checkStepSchema>, "step" | "ok" | "detail" | "words">;

/** What each step of the check found; what is red says what to do. */
export function CheckSteps({ steps }: { steps: readonly CheckStep[] }) {
  const t = useTranslations("channels.connection");
  const told = useFindingWords();
  return (
    <ol aria-label={t("stepsLabel")} className="grid gap-2 rounded-lg border border-border p-3">
      {steps.map(({ step, ok, ...found }) => (
        <li key={step} className="flex items-start gap-2 text-sm">
          {ok ? (
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
          ) : (
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
          )}
          <div className="grid min-w-0 gap-0.5">
            <p className="font-medium">
              {t(`steps.${step}`)}
              <span className="sr-only">: {ok ? t("stepOk") : t("stepFailed")}</span>
            </p>
            <p className="text-text-muted wrap-anywhere">{told(found)}</p>
            {ok ? null : <p>{t(`remedies.${remedyOf({ step, ...found })}`)}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** In the reader's language; what the platform said, as it said it. */
function useFindingWords() {
  const t = useTranslations("channels.connection.findings");
  const codes = useHealthWords();
  const meanings: Partial<Record<Finding["key"], (code: string) => string>> = {
    onPhoneApp: codes.status,
    pinMissing: codes.status,
    quality: codes.quality,
    limit: codes.limit,
  };
  return ({ words, detail }: Pick<CheckStep, "words" | "detail">) =>
    words.length === 0
      ? detail
      : words.map(({ key, value }) => t(key, { value: meanings[key]?.(value) ?? value })).join(" ");
}
