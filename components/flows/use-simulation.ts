"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { useTRPC } from "#components/live/api.ts";
import { previewTurn } from "#server/chatbots/flow.ts";
import { readFulfillment } from "#server/chatbots/flow-fulfillment.ts";
import type { ChatbotSettings } from "#server/chatbots/schema.ts";
import type { Nodes } from "./flow-edits.ts";
import { openSimulation, type Simulation, type Surroundings, sayInSimulation } from "./simulation.ts";

export const simulatedChannels = ["WEBSITE", "WHATSAPP", "FACEBOOK", "INSTAGRAM"] as const;
export const simulatedHours = ["now", "open", "closed"] as const;
export const endpointModes = ["off", "stub"] as const;

export type SimulationSetting = {
  channel: (typeof simulatedChannels)[number];
  hours: (typeof simulatedHours)[number];
  endpoint: (typeof endpointModes)[number];
  /** What the endpoint is taken to answer, as JSON. */
  stub: string;
};

export type Simulating = {
  simulation: Simulation | undefined;
  setting: SimulationSetting;
  /** Another setting takes effect with the next message. */
  setSetting: (patch: Partial<SimulationSetting>) => void;
  restart: () => void;
  say: (text: string) => void;
  /** The name of a trigger that fired. */
  triggerName: (id: string) => string;
};

const start: SimulationSetting = {
  channel: "WEBSITE",
  hours: "now",
  endpoint: "off",
  stub: '{\n  "response": { "text": ["Hello from the endpoint"] }\n}',
};

/** The stubbed answer, read as the service reads one; null where there is none. */
export function readStub(text: string): ReturnType<typeof readFulfillment> {
  try {
    return readFulfillment(JSON.parse(text));
  } catch {
    return null;
  }
}

/** A conversation with the draft, in this browser only: nothing is stored and nobody sees it. */
export function useSimulation(nodes: Nodes, settings: ChatbotSettings, country: string): Simulating {
  const trpc = useTRPC();
  const triggers = useQuery(trpc.triggers.list.queryOptions({})).data;
  const [simulation, setSimulation] = useState<Simulation>();
  const [setting, setWhole] = useState(start);

  const around = useCallback(
    (): Surroundings => ({
      nodes,
      settings,
      now: new Date(),
      random: Math.random,
      channel: setting.channel,
      ...(triggers ? { triggers } : {}),
      ...(country ? { country } : {}),
      ...(setting.hours === "now" ? {} : { open: setting.hours === "open" }),
      ...(simulation ? { tags: simulation.turns.flatMap((turn) => turn.tags) } : {}),
    }),
    [nodes, settings, triggers, country, setting, simulation],
  );
  const restart = useCallback(() => setSimulation(openSimulation(around())), [around]);
  const say = useCallback(
    (text: string) => {
      const before = simulation ?? openSimulation(around());
      const incoming = { text };
      const answered = endpointAnswer(setting, settings, { ...around(), state: before.state }, incoming);
      setSimulation(sayInSimulation(before, { ...around(), ...answered }, incoming));
    },
    [simulation, around, setting, settings],
  );
  const triggerName = useCallback(
    (id: string) => triggers?.find((trigger) => trigger.id === id)?.name ?? id,
    [triggers],
  );
  return useMemo(
    () => ({
      simulation,
      setting,
      setSetting: (patch) => setWhole((now) => ({ ...now, ...patch })),
      restart,
      say,
      triggerName,
    }),
    [simulation, setting, restart, say, triggerName],
  );
}

/** The stub, where this turn would ask an endpoint. */
function endpointAnswer(
  setting: SimulationSetting,
  settings: ChatbotSettings,
  context: Parameters<typeof previewTurn>[0],
  incoming: { text: string },
): Pick<Surroundings, "fulfillment" | "fulfillmentAt"> {
  const answer = setting.endpoint === "stub" ? readStub(setting.stub)?.answer : undefined;
  if (!answer) return {};
  const { endpoint, endpointAt } = previewTurn(context, incoming);
  if (!endpoint && !settings.global_fulfillment_url) return {};
  return { fulfillment: answer, fulfillmentAt: endpointAt };
}
