import { setTimeout as sleep } from "node:timers/promises";
import { minute, second } from "#server/base/clock.ts";
import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { every } from "#server/db/outside.ts";
import { type Arrived, type Holds, keepMs, type Outcome } from "#server/messages/queue/outcomes.ts";
import type { Connection } from "../connection/connecting.ts";
import { cutOffIfFailing, noteRestricted, noteSendable } from "../connection/cutting-off.ts";
import type { Connector, OutgoingPart, Recipient } from "../connector.ts";
import { connectorFor } from "../connectors.ts";
import { GraphError } from "../graph/graph.ts";
import { withUploads } from "../media/uploading.ts";
import { retryIn } from "./ladder.ts";
import { giveBackTurn, holdRecipient, slowDown, takeTurn } from "./pacing.ts";

/** The claim of a message and its outcome. */
export type Keeper = {
  keep: () => Promise<unknown>;
  /** Marks that the request leaves; false where another process has the claim by now. */
  leaving: () => Promise<boolean>;
  settle: (outcome: Outcome) => Promise<unknown>;
};

/** Something claimed that is to leave: a message, or a template message of a campaign or by itself. */
export type Leaving = {
  actor: Actor;
  connection: Connection;
  to: Recipient;
  /** Which try this is. */
  tried: number;
  keeper: Keeper;
  parts: readonly OutgoingPart[];
  /** Parts that left in an earlier try. */
  from: number;
  /** Comes back with every status or echo of a part. */
  callbackData: (part: number) => string;
  humanAgent?: boolean;
  /** A person's, which may carry the tag where the platform finds the window over before we do. */
  mayBeHuman?: boolean;
  /** Its turn at the number's pace was waited for before it was claimed. */
  hasTurn?: boolean;
};

/** `refusal`: of the part that did not leave. `waitMs`: until the next try. */
export type Left = { refusal?: GraphError; waitMs?: number };

/** How long an outcome that only this process knows is worth a try: the longest outage from which nothing is lost. */
const recordingMs = 3 * minute;

/** The key of a recipient's pace. */
export const paceKey = (to: Recipient) => to.phone || to.userId || "";

/**
 * The one way to a platform: keeps the claim alive, takes files and turn, marks that the request leaves, sends, and
 * settles what came of it. What has no answer is not repeated: its fate is learnt from statuses and echoes.
 */
export async function leave(leaving: Leaving): Promise<Left> {
  const { keep } = leaving.keeper;
  const timer = every(
    () => void keep().catch((error: unknown) => log.warn({ error }, "a claim could not be kept")),
    keepMs,
  );
  try {
    return await sendParts(leaving);
  } finally {
    clearInterval(timer);
  }
}

/** Sends the parts in order; stops early where another process has the claim. */
async function sendParts(leaving: Leaving): Promise<Left> {
  const { connection, keeper, parts, from } = leaving;
  const connector = connectorFor(connection.platform);
  if (from >= parts.length) await record(keeper, { kind: "complete" });
  for (const [index, part] of parts.entries()) {
    const left =
      index < from ||
      (await sendPart(leaving, connector, part, index).catch((error: unknown) => {
        if (error instanceof GraphError) return settleRefusal(leaving, error, parts[index - 1]?.arrived);
        throw error;
      }));
    if (left !== true) return left || {};
  }
  return {};
}

const isAway = (error: unknown): error is AppError => error instanceof AppError && error.code === "unavailable";

/**
 * Nobody else knows it, and a send without an outcome counts as perhaps arrived: while the database is away it is
 * written again and again. Twice is once.
 */
async function record({ settle }: Keeper, outcome: Outcome): Promise<void> {
  for (const end = Date.now() + recordingMs; ; await sleep(second)) {
    try {
      await settle(outcome);
      return;
    } catch (error) {
      if (!isAway(error) || Date.now() > end) throw error;
      log.warn({ error, outcome: outcome.kind }, "what became of a message could not be stored; trying again");
    }
  }
}

/** Whether the mark was stored is not known where the database went away; the request has certainly not left. */
async function stay({ keeper }: Leaving, error: AppError): Promise<Left> {
  const waitMs = second;
  await record(keeper, { kind: "later", inMs: waitMs, error: error.message });
  return { waitMs };
}

/** True: it has left. False: another process has the claim. */
async function sendPart(
  leaving: Leaving,
  connector: Connector,
  part: OutgoingPart,
  index: number,
): Promise<boolean | Left> {
  const { connection, to, keeper, parts, callbackData, humanAgent, mayBeHuman, hasTurn } = leaving;
  const body = await withUploads(connection, connector.uploader, part.body);
  if (!hasTurn) await takeTurn({ channelId: connection.channelId, recipient: paceKey(to), priority: "live" });
  // Marked last of all, so that a process that ends before it leaves the message to the next one.
  const marked = await keeper.leaving().catch((error: unknown) => {
    if (isAway(error)) return error;
    throw error;
  });
  if (typeof marked !== "boolean") return stay(leaving, marked);
  if (!marked) return false;
  const send = (human: boolean) => {
    const options = { callbackData: callbackData(index), ...(human ? { humanAgent: true } : {}) };
    return connector.send(connection, to, { ...part, body }, options);
  };
  const { externalId } = await send(humanAgent === true).catch((error: unknown) => {
    const late = error instanceof GraphError && error.action === "window";
    if (late && mayBeHuman && !humanAgent && connector.capabilities.humanAgentDays > 0) return send(true);
    throw error;
  });
  const last = index === parts.length - 1;
  const numbered = part.marks?.numbered === true;
  const { arrived } = part;
  const holds = holdsOf(parts, index);
  const taken = { ...(arrived ? { arrived } : {}), ...(holds ? { holds } : {}) };
  await record(keeper, { kind: "accepted", externalId, part: index, last, numbered, ...taken });
  const { channelId, companyId, restrictedAt } = connection;
  if (restrictedAt && !connector.refusesLater)
    await noteSendable.execute(systemActor(companyId), { channelId, at: restrictedAt });
  return true;
}

/** What of its message one of several parts holds: all that the platform did not have before. */
function holdsOf(parts: readonly OutgoingPart[], index: number): Holds | undefined {
  const after = parts[index]?.arrived;
  if (!after || parts.length === 1) return undefined;
  const before = parts[index - 1]?.arrived ?? { files: 0, characters: 0 };
  const addsNothing = before.files === after.files && before.characters === after.characters;
  return {
    files: [before.files, after.files],
    characters: [before.characters, after.characters],
    options: addsNothing || index === parts.length - 1,
  };
}

/** What a refusal, or the lack of an answer, means for the message, its recipient, its number and its channel. */
async function settleRefusal(leaving: Leaving, refusal: GraphError, arrived: Arrived | undefined): Promise<Left> {
  const { actor, connection, to, keeper, tried } = leaving;
  const { channelId } = connection;
  if (refusal.action === "slow") slowDown(channelId);
  const waitMs = retryIn(refusal, tried);
  if (waitMs !== undefined) {
    if (refusal.action === "pair") holdRecipient(channelId, paceKey(to), waitMs);
    else giveBackTurn(channelId, paceKey(to));
    await record(keeper, { kind: "later", inMs: waitMs, error: refusal.message });
    return { refusal, waitMs };
  }
  if (refusal.action === "unknown") {
    await record(keeper, { kind: "unknown", error: refusal.message });
    return { refusal };
  }
  if (refusal.action === "restricted") await noteRestricted(actor, channelId, refusal);
  const doubtful = refusal.action === "reconnect" || refusal.action === "denied";
  const cut = doubtful && (await cutOffIfFailing(connection, refusal));
  const failure = failureOf(refusal, connectorFor(connection.platform).capabilities.templates, cut);
  await record(keeper, arrived ? { ...failure, arrived } : failure);
  return { refusal };
}

/** A channel that is well need not be connected again, whatever the code usually means. */
function failureOf(refusal: GraphError, templates: boolean, cut: boolean): Outcome & { kind: "failed" } {
  const { action, code, details, message } = refusal;
  const sentence = action === "reconnect" && !cut ? "The platform refused the message." : message;
  const bare = action === "fail" || action === "denied" || (action === "reconnect" && !cut);
  const helps = action === "window" && templates ? "template" : cut ? "reconnect" : undefined;
  const reason = details && bare ? `${sentence} (${details})` : sentence;
  return { kind: "failed", code: String(code), reason, ...(helps ? { action: helps } : {}) };
}
