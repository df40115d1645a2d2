"use client";

import { useTranslations } from "next-intl";
import { FulfillmentNotes } from "#components/chatbots/fulfillment/fulfillment-notes.tsx";
import { FulfillmentResponse } from "#components/chatbots/fulfillment/fulfillment-trial.tsx";
import { useDuration, useOutcome } from "#components/chatbots/fulfillment/fulfillment-words.ts";
import { JsonView } from "#components/json/json-view.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { PanelSection } from "../step/panel-section.tsx";
import type { SimulatedCall } from "./simulation.ts";

/** What the endpoints were sent about the last message, what they replied and how long it took. */
export function SimulatedCalls({ calls }: { calls: readonly SimulatedCall[] }) {
  const t = useTranslations("flows.simulator.endpoint");
  if (calls.length === 0) return null;
  return (
    <PanelSection id="simulated-calls" title={t("calls", { count: calls.length })} defaultOpen>
      {calls.map((call) => (
        <Call key={call.call.source} call={call} />
      ))}
    </PanelSection>
  );
}

function Call({ call }: { call: SimulatedCall }) {
  const t = useTranslations("flows.simulator.endpoint");
  const words = useTranslations("fulfillment");
  const duration = useDuration();
  const { text, tone } = useOutcome()(call);
  const { source, nodeName, url } = call.call;
  const name = source === "global" ? t("global") : t("ofStep", { name: nodeName });
  return (
    <section aria-label={name} className="grid min-w-0 gap-2 text-xs">
      <h4 className="flex flex-wrap items-center gap-1.5">
        <span className="font-medium">{name}</span>
        <Badge tone={call.statusCode === null && call.outcome === "answered" ? "neutral" : tone}>
          {call.statusCode === null && call.outcome === "answered" ? t("asWritten") : text}
        </Badge>
        {call.durationMs > 0 ? <span className="tabular text-text-muted">{duration(call.durationMs)}</span> : null}
        {call.won ? <Badge tone="accent">{t("counts")}</Badge> : null}
      </h4>
      <p className="break-all font-mono text-text-muted">{url}</p>
      {call.error ? <p className="text-danger">{call.error}</p> : null}
      <FulfillmentNotes notes={call.notes} />
      <details className="grid min-w-0 gap-2">
        <summary className="w-fit cursor-pointer text-text-muted hover:text-text">{t("bodies")}</summary>
        <div className="mt-2 grid min-w-0 gap-2">
          <JsonView label={words("request")} text={call.request} />
          <FulfillmentResponse text={call.response} bytes={call.responseBytes} />
        </div>
      </details>
    </section>
  );
}
