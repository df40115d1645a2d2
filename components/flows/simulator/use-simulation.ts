"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import { useProfile } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { untilThere } from "#components/ui/late/later.tsx";
import type { Language } from "#server/chatbots/choices.ts";
import type { ChatbotSettings } from "#server/chatbots/schema.ts";
import type { Nodes } from "../draft/flow-edits.ts";
import { turns } from "./late-turns.ts";
import type { Replies, Surroundings } from "./simulated-turn.ts";
import type { Simulation } from "./simulation.ts";
import { type EndpointSetting, useEndpoint } from "./use-endpoint.ts";

export const simulatedChannels = ["WEBSITE", "WHATSAPP", "FACEBOOK", "INSTAGRAM"] as const;
export const simulatedHours = ["now", "open", "closed"] as const;

export type SimulationSetting = EndpointSetting & {
  channel: (typeof simulatedChannels)[number];
  hours: (typeof simulatedHours)[number];
  /** The visitor's; "": none is known. */
  language: Language | "";
};

export type Simulating = {
  simulation: Simulation | undefined;
  setting: SimulationSetting;
  /** Another setting takes effect with the next message. */
  setSetting: (patch: Partial<SimulationSetting>) => void;
  restart: () => void;
  say: (text: string) => void;
  /** The message about which an endpoint is being asked. */
  asking: string | undefined;
  /** The name of a trigger that fired. */
  triggerName: (id: string) => string;
};

export type SimulatedChatbot = { id: string; channels: readonly { id: string; type: string }[] };

const start: SimulationSetting = {
  channel: "WEBSITE",
  hours: "now",
  language: "",
  endpoint: "off",
  stub: '{\n  "response": { "text": ["Hello from the endpoint"] }\n}',
};

/** All but the message: the draft, the settings and what is chosen in the simulator. */
function useSurroundings(
  nodes: Nodes,
  settings: ChatbotSettings,
  { setting, channelId, simulation }: { setting: SimulationSetting; channelId: string; simulation?: Simulation },
) {
  const trpc = useTRPC();
  const triggers = useQuery(trpc.triggers.list.queryOptions({})).data;
  const { country } = useProfile().company;
  const around = useCallback(
    (): Surroundings => ({
      nodes,
      settings,
      now: new Date(),
      random: Math.random,
      channel: setting.channel,
      channelId,
      ...(triggers ? { triggers } : {}),
      ...(country ? { country } : {}),
      ...(setting.language ? { language: setting.language } : {}),
      ...(setting.hours === "now" ? {} : { open: setting.hours === "open" }),
      ...(simulation ? { tags: simulation.turns.flatMap((turn) => turn.tags) } : {}),
    }),
    [nodes, settings, triggers, country, setting, channelId, simulation],
  );
  return { around, triggers };
}

/** A conversation with the draft, in this browser only: nothing is stored or visible to others. */
export function useSimulation(chatbot: SimulatedChatbot, nodes: Nodes, settings: ChatbotSettings): Simulating {
  const [simulation, setSimulation] = useState<Simulation>();
  const [setting, setWhole] = useState(start);
  const [asking, setAsking] = useState<string>();
  /** Replies to a conversation that was begun anew meanwhile are dropped. */
  const run = useRef(0);
  const channelId = chatbot.channels.find(({ type }) => type.startsWith(setting.channel))?.id ?? "";
  const { around, triggers } = useSurroundings(nodes, settings, {
    setting,
    channelId,
    ...(simulation ? { simulation } : {}),
  });
  const askEndpoint = useEndpoint(chatbot.id, setting);
  const companyId = useProfile().company.id;
  const restart = useCallback(async () => {
    run.current += 1;
    const mine = run.current;
    setAsking(undefined);
    const { openSimulation } = await untilThere(turns);
    if (mine === run.current) setSimulation(openSimulation(around()));
  }, [around]);
  const say = useCallback(
    async (text: string) => {
      const mine = run.current;
      const { askingOf, openSimulation, sayInSimulation } = await untilThere(turns);
      const moment = around();
      const before = simulation ?? openSimulation(moment);
      const asker = { companyId, websiteId: channelId, chatbotName: settings.chatbotName || settings.title || "" };
      const rounds: Replies[] = [];
      const next = () => (setting.endpoint === "off" ? undefined : askingOf(before, moment, { text }, asker, rounds));
      for (let asked = next(); asked; asked = next()) {
        if (setting.endpoint === "real") setAsking(text);
        rounds.push({ request: asked.request, results: await askEndpoint(asked) });
        if (mine !== run.current) return;
      }
      setAsking(undefined);
      setSimulation(sayInSimulation(before, moment, { text }, rounds));
    },
    [simulation, around, setting.endpoint, askEndpoint, companyId, channelId, settings],
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
      restart: () => void restart(),
      say: (text) => void say(text),
      asking,
      triggerName,
    }),
    [simulation, setting, restart, say, asking, triggerName],
  );
}
