"use client";

import { useFormatter, useTranslations } from "next-intl";
import { JsonView } from "#components/json/json-view.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { FulfillmentTrial as Trial } from "#server/chatbots/fulfillment/schema.ts";
import { FulfillmentNotes } from "./fulfillment-notes.tsx";
import { useDuration, useOutcome } from "./fulfillment-words.ts";

/** What came back of a test or of a call sent again. */
export function FulfillmentTrial({ trial }: { trial: Trial }) {
  const t = useTranslations("fulfillment");
  const { text, tone } = useOutcome()(trial);
  const duration = useDuration();
  return (
    <div role="status" className="grid min-w-0 gap-3">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={tone}>{text}</Badge>
        <span className="tabular text-text-muted">{duration(trial.durationMs)}</span>
        {trial.error ? <span className="text-danger">{trial.error}</span> : <span>{t("understood")}</span>}
      </p>
      <FulfillmentNotes notes={trial.notes} />
      {trial.answer ? <JsonView label={t("asApplied")} text={JSON.stringify(trial.answer, null, 2)} /> : null}
      <FulfillmentResponse text={trial.response} bytes={trial.responseBytes} />
    </div>
  );
}

type ResponseProps = { text: string | null; bytes: number };

export function FulfillmentResponse({ text, bytes }: ResponseProps) {
  const t = useTranslations("fulfillment");
  const format = useFormatter();
  if (text === null) return <p className="text-sm text-text-muted">{t("noResponse")}</p>;
  const size = format.number(bytes / 1024, { maximumFractionDigits: 1 });
  const cut = bytes > 16 * 1024;
  return <JsonView label={t("response")} text={text} note={cut ? t("cut", { size }) : t("size", { size })} />;
}
