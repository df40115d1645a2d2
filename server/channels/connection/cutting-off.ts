import { createHash } from "node:crypto";
import { z } from "zod";
import { second } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { moment } from "#server/db/moment.ts";
import { connectorFor } from "../connectors.ts";
import type { GraphError } from "../graph/graph.ts";
import { type Connection, openCredentials } from "./connecting.ts";
import { writeProblem, writeSendable } from "./health.sql.ts";
import { lockSealed } from "./looking.sql.ts";
import { wordsOfCode } from "./problem-words.ts";
import { healthBefore, tellHealth } from "./telling-health.ts";

/** Tells one access from another without giving it away. */
export function accessOf({ credentials }: Pick<Connection, "credentials">): string {
  return createHash("sha256").update(credentials.accessToken).digest("base64url");
}

/** Whether the channel still has this access; it is held. */
export async function hasAccess({ companyId }: Actor, channelId: string, access: string): Promise<boolean> {
  const sealed = (await lockSealed(companyId, channelId))?.credentials;
  return typeof sealed === "string" && accessOf({ credentials: openCredentials(sealed) }) === access;
}

const failedSchema = z.object({ access: z.string(), lookedAt: z.date() });

/** Whether the channel still has the access that failed, and no check has gone well since. It is held. */
async function isCurrent(
  { companyId }: Actor,
  channelId: string,
  failed: z.output<typeof failedSchema>,
): Promise<boolean> {
  const stored = await lockSealed(companyId, channelId);
  if (!stored?.credentials) return false;
  if (stored.provenAt && stored.provenAt > failed.lookedAt) return false;
  return accessOf({ credentials: openCredentials(stored.credentials) }) === failed.access;
}

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
    /** The access that a check found failing, and when that began; without it the word holds for any. */
    failed: failedSchema.optional(),
  }),
  output: z.object({ marked: z.boolean() }),
  example: (given) => ({
    channelId: given.channelId ?? "",
    code: 190,
    message: "The platform no longer accepts the channel's access.",
    details: "",
    restricted: false,
  }),
  async run(context) {
    const { actor, input, now: at, emit } = context;
    const { code, message, details, restricted, failed } = input;
    if (failed && !(await isCurrent(actor, input.channelId, failed))) return { marked: false };
    const shared = { code, message, details, at: at.toISOString(), restricted };
    const problem = { ...shared, words: wordsOfCode(code, restricted) };
    const channel = { companyId: actor.companyId, id: input.channelId };
    const health = await healthBefore(context, channel.id);
    const before = await writeProblem(channel, { problem, restricted, now: at });
    const begins = before === "well" ? { failing: true as const } : {};
    if (before) emit({ type: "channel/changed", channelId: channel.id, data: { id: channel.id, ...begins } });
    await tellHealth(context, channel.id, health);
    return { marked: before !== undefined };
  },
});

/** Many messages may get the same refusal at once: one check serves them all. */
const looksFor = 10 * second;
const keptMost = 1000;
type Look = { at: Date; until: number; failing: Promise<string | undefined> };
const looks = new Map<string, Look>();

/** The fault that a check is certain of; undefined where all is well or the platform cannot be reached now. */
async function failingStep(connection: Connection): Promise<string | undefined> {
  const { steps } = await connectorFor(connection.platform).check(connection);
  return steps.find(({ ok, passing }) => !ok && !passing)?.detail;
}

function looked(key: string, connection: Connection): Look {
  const known = looks.get(key);
  if (known && known.until > Date.now()) return known;
  if (looks.size >= keptMost) looks.clear();
  const look = { at: moment(), until: Date.now() + looksFor, failing: failingStep(connection) };
  looks.set(key, look);
  look.failing.catch(() => looks.delete(key));
  return look;
}

/**
 * Cuts a channel off only where a check against the platform fails too, because the refusal of one message says little
 * about the channel. Returns whether it was cut off: not where it has been connected again since.
 */
export async function cutOffIfFailing(connection: Connection, error: GraphError): Promise<boolean> {
  const { channelId, companyId } = connection;
  const { code, message, details } = error;
  const access = accessOf(connection);
  const key = `${channelId}/${access}`;
  const look = looked(key, connection);
  const failing = await look.failing;
  if (failing === undefined) {
    log.info({ channelId, code, subcode: error.subcode }, "a message was refused; the channel itself is well");
    return false;
  }
  const words = error.action === "reconnect" ? { message, details } : { message: failing, details };
  const failed = { access, lookedAt: look.at };
  const cut = { channelId, code, ...words, restricted: false, failed };
  const { marked } = await markCutOff.execute(systemActor(companyId), cut);
  // Such a look says nothing of the next refusal.
  if (!marked && looks.get(key) === look) looks.delete(key);
  return marked;
}

/** The platform refuses the account's messages; it stays connected, since it still receives. */
export async function noteRestricted(
  actor: Actor,
  channelId: string,
  error: Pick<GraphError, "code" | "message" | "details">,
): Promise<void> {
  const { code, message, details } = error;
  await markCutOff.execute(actor, { channelId, code, message, details, restricted: true });
}

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** The platform sends again what it refused because of the account: `at`: a moment by which it did. */
export async function endRestriction(context: Context, channelId: string, at: string): Promise<void> {
  const { actor, now, emit } = context;
  const before = await writeSendable({ companyId: actor.companyId, id: channelId }, at, now);
  if (!before) return;
  emit({ type: "channel/changed", channelId, data: { id: channelId } });
  await tellHealth(context, channelId, before);
}

/** A message has gone although the channel was known to be restricted. */
export const noteSendable = command({
  name: "channels.noteSendable",
  access: "system",
  input: z.object({ channelId: z.uuid(), at: z.string() }),
  output: z.object({}),
  example: (given) => ({ channelId: given.channelId ?? "", at: new Date(0).toISOString() }),
  async run(context) {
    await endRestriction(context, context.input.channelId, context.input.at);
    return {};
  },
});
