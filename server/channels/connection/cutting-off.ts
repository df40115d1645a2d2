import { z } from "zod";
import { second } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { connectorFor } from "../connectors.ts";
import type { GraphError } from "../graph/graph.ts";
import type { Connection } from "./connecting.ts";
import { writeProblem } from "./health.sql.ts";
import { wordsOfCode } from "./problem-words.ts";
import { healthBefore, tellHealth } from "./telling-health.ts";

/** Marks a channel that the platform has cut off or locked: the screens show it and nothing more is sent. */
export const markCutOff = command({
  name: "channels.markCutOff",
  access: "system",
  input: z.object({
    channelId: z.uuid(),
    code: z.int(),
    message: z.string(),
    details: z.string(),
    restricted: z.boolean(),
  }),
  output: z.object({}),
  example: (given) => ({
    channelId: given.channelId ?? "",
    code: 190,
    message: "The platform no longer accepts the channel's access.",
    details: "",
    restricted: false,
  }),
  async run(context) {
    const { actor, input, now: at, emit } = context;
    const { code, message, details, restricted } = input;
    const shared = { code, message, details, at: at.toISOString(), restricted };
    const problem = { ...shared, words: wordsOfCode(code, restricted) };
    const channel = { companyId: actor.companyId, id: input.channelId };
    const health = await healthBefore(context, channel.id);
    const before = await writeProblem(channel, { problem, connected: restricted, now: at });
    const begins = before === "well" ? { failing: true as const } : {};
    if (before) emit({ type: "channel/changed", channelId: channel.id, data: { id: channel.id, ...begins } });
    await tellHealth(context, channel.id, health);
    return {};
  },
});

/** Many messages may get the same refusal at once: one check serves them all. */
const looksFor = 10 * second;
const keptMost = 1000;
const looks = new Map<string, { until: number; failing: Promise<string | undefined> }>();

/** The fault that a check is certain of; undefined where all is well or the platform cannot be reached now. */
async function failingStep(connection: Connection): Promise<string | undefined> {
  const { steps } = await connectorFor(connection.platform).check(connection);
  return steps.find(({ ok, passing }) => !ok && !passing)?.detail;
}

function looked(connection: Connection): Promise<string | undefined> {
  const { channelId } = connection;
  const known = looks.get(channelId);
  if (known && known.until > Date.now()) return known.failing;
  if (looks.size >= keptMost) looks.clear();
  const failing = failingStep(connection);
  looks.set(channelId, { until: Date.now() + looksFor, failing });
  failing.catch(() => looks.delete(channelId));
  return failing;
}

/**
 * Cuts a channel off only where a check against the platform fails too, because the refusal of one message says little
 * about the channel. Returns whether it was cut off.
 */
export async function cutOffIfFailing(connection: Connection, error: GraphError): Promise<boolean> {
  const { channelId, companyId } = connection;
  const { code, message, details } = error;
  const failing = await looked(connection);
  if (failing === undefined) {
    log.info({ channelId, code, subcode: error.subcode }, "a message was refused; the channel itself is well");
    return false;
  }
  const words = error.action === "reconnect" ? { message, details } : { message: failing, details };
  await markCutOff.execute(systemActor(companyId), { channelId, code, ...words, restricted: false });
  return true;
}

/** The platform has locked the account; it stays connected, since it still receives. */
export async function noteRestricted(actor: Actor, channelId: string, error: GraphError): Promise<void> {
  const { code, message, details } = error;
  await markCutOff.execute(actor, { channelId, code, message, details, restricted: true });
}
