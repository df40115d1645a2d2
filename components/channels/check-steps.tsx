"use client";

import { CircleAlert, CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";

export type CheckStep = {
  step: "token" | "account" | "subscription" | "number" | "secret";
  ok: boolean;
  detail: string;
};

/** What each step of the check found; what is red says what to do. */
export function CheckSteps({ steps }: { steps: readonly CheckStep[] }) {
  const t = useTranslations("channels.connection");
  return (
    <ol aria-label={t("stepsLabel")} className="grid gap-2 rounded-lg border border-border p-3">
      {steps.map(({ step, ok, detail }) => (
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
            <p className="text-text-muted wrap-anywhere">{detail}</p>
            {ok ? null : <p>{t(`remedies.${step}`)}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
