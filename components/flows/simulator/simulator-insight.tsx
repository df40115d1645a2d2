"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useDirectory } from "#components/conversations/data/directory.ts";
import { Badge } from "#components/ui/badge.tsx";
import { useEditing } from "../editor-context.tsx";
import { PanelSection } from "../step/panel-section.tsx";
import { SimulatedCalls } from "./simulated-calls.tsx";
import type { Simulation } from "./simulation.ts";
import type { Simulating } from "./use-simulation.ts";

type SimulatorInsightProps = { simulating: Simulating; simulation: Simulation };

/** What a contact would know by now, and what the last message did. */
export function SimulatorInsight({ simulating, simulation }: SimulatorInsightProps) {
  const t = useTranslations("flows.simulator");
  const { name, email, phone, custom } = simulation.state.slots;
  const known = Object.entries({ name, email, phone, ...custom }).filter(([, value]) => value !== "");
  const last = simulation.turns.at(-1);
  return (
    <div className="max-h-[45%] shrink-0 overflow-y-auto border-border border-t">
      <PanelSection id="simulated-slots" title={t("slots", { count: known.length })} defaultOpen>
        {known.length === 0 ? <p className="text-text-muted text-xs">{t("noSlots")}</p> : null}
        <dl className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-3 gap-y-1 text-xs">
          {known.map(([slot, value]) => (
            <div key={slot} className="contents">
              <dt className="truncate font-mono text-text-muted">{slot}</dt>
              <dd dir="auto" className="wrap-anywhere">
                {typeof value === "string" ? value : JSON.stringify(value)}
              </dd>
            </div>
          ))}
        </dl>
      </PanelSection>
      <PanelSection id="simulated-trace" title={t("trace")} defaultOpen>
        <Trace turn={last} />
        <Effects simulating={simulating} simulation={simulation} />
      </PanelSection>
      <SimulatedCalls calls={last?.calls ?? []} />
    </div>
  );
}

function Trace({ turn }: { turn: Simulation["turns"][number] | undefined }) {
  const t = useTranslations("flows.simulator");
  const { tree, select } = useEditing();
  if (!turn || turn.trace.length === 0) return <p className="text-text-muted text-xs">{t("noTrace")}</p>;
  return (
    <ol className="grid gap-0.5 text-xs">
      {turn.trace.map(({ node, event }, at) => (
        <li key={`${at} ${node}`} className="flex items-baseline gap-2">
          <span className="w-20 shrink-0 text-text-muted">{t(`events.${event}`)}</span>
          <button
            type="button"
            className="min-h-6 min-w-0 truncate rounded-xs text-start font-medium hover:underline touch:min-h-11"
            onClick={() => select(tree.byName.get(node)?.id)}
          >
            {node}
          </button>
        </li>
      ))}
    </ol>
  );
}

function Effects({ simulating, simulation }: SimulatorInsightProps) {
  const t = useTranslations("flows.simulator");
  const directory = useDirectory();
  const last = simulation.turns.at(-1);
  const tags = [...new Set(simulation.turns.flatMap((turn) => turn.tags))];
  const assign = [...new Set(last?.assign ?? [])];
  return (
    <dl className="grid gap-1.5 text-xs empty:hidden">
      {last?.fired ? (
        <Effect label={t("fired")}>
          <Badge tone="accent">{simulating.triggerName(last.fired)}</Badge>
        </Effect>
      ) : null}
      {last?.stopped ? <Effect label={t("stopped")}>{t("stoppedHint")}</Effect> : null}
      {tags.length > 0 ? (
        <Effect label={t("tags")}>
          {tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </Effect>
      ) : null}
      {assign.length > 0 ? (
        <Effect label={t("assigned")}>{assign.map((id) => directory.user(id) ?? t("someone")).join(", ")}</Effect>
      ) : null}
    </dl>
  );
}

function Effect({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-2">
      <dt className="w-20 shrink-0 text-text-muted">{label}</dt>
      <dd className="flex min-w-0 flex-wrap gap-1">{children}</dd>
    </div>
  );
}
