import { z } from "zod";
import { second } from "#server/base/clock.ts";
import { isId } from "#server/base/ids.ts";
import { holdConversations, lockAnyConversation } from "#server/conversations/access.sql.ts";
import { type CommandContext, command, type Given } from "#server/core/operation.ts";
import type { MessageRow } from "../row.ts";
import type { MessageExtra } from "../schema.ts";
import { linkPart, messageById, refreshStatus } from "../status/delivery-status.ts";
import { saveStatus } from "../status/links.sql.ts";
import { tellStatus } from "../status/telling-status.ts";
import { giveUpMs, outcomeSchema, overtakenBy, staleMs, unconfirmed } from "./outcomes.ts";
import {
  claims,
  dueConversations,
  forgottenConversations,
  insertSend,
  isUnheard,
  learnFate,
  nextQueued,
  noteArrived,
  noteNumbered,
  type Queued,
  savePartsLeft,
  unheardSends,
} from "./sends.sql.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** A message unclaimed for this long has no job any more: all its tries failed. */
const forgottenMs = 30 * second;

export const claimedMessages = claims.leftover("messages");

const claimedSchema = z.object({
  message: z.custom<MessageRow>(),
  parts: z.int(),
  attempts: z.int(),
});

export type Claimed = z.output<typeof claimedSchema>;

async function claim(context: Context, message: Queued, channelId: string): Promise<number> {
  await insertSend(message, channelId, context.now);
  return (await claims.take(context, message.id)).attempt;
}

/** Frees claims of dead processes. Returns the messages that may have left, which hold nothing up any more. */
async function release(context: Context, messageId?: string): Promise<string[]> {
  const doubtful = await claims.release(context, messageId);
  for (const id of doubtful) await learnFate({ companyId: context.actor.companyId, id }, context.now);
  return doubtful;
}

function rowOf({ state: _s, parts: _p, heardAt: _h, dueAt: _d, overtaken: _o, ...message }: Queued): MessageRow {
  return message;
}

/**
 * Claims the next message to send, under the conversation's lock. Of a dead process's messages, those that had not
 * begun to leave are claimed anew; the others are never sent again, because the platform may have them. What a person
 * has overtaken fails.
 */
export const claimNext = command({
  name: "messages.claimNext",
  access: "system",
  input: z.object({ conversationId: z.string() }),
  output: z.object({ claimed: claimedSchema.nullable(), waitMs: z.int().nullable() }),
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run(context) {
    const { actor, input, now } = context;
    const nothing = { claimed: null, waitMs: null };
    const conversation = await lockAnyConversation(actor, input.conversationId);
    if (!conversation) return nothing;
    for (;;) {
      const next = await nextQueued({ companyId: actor.companyId, id: input.conversationId });
      if (!next) return nothing;
      const held = next.state === "claimed" || next.state === "sending";
      const silent = held && next.heardAt ? now.getTime() - next.heardAt.getTime() : 0;
      if (held && silent < staleMs) return { claimed: null, waitMs: staleMs - silent };
      if (held) {
        await release(context, next.id);
        continue;
      }
      if (next.overtaken) {
        await fail(context, rowOf(next), overtakenBy.code, overtakenBy.reason);
        continue;
      }
      const wait = (next.dueAt?.getTime() ?? 0) - now.getTime();
      if (wait > 0) return { claimed: null, waitMs: wait };
      const attempts = await claim(context, next, conversation.channelId);
      return { claimed: { message: rowOf(next), parts: next.parts, attempts }, waitMs: null };
    }
  },
});

const claimInput = z.object({ messageId: z.uuid(), attempt: z.int() });
const exampleClaim = (given: Given) => ({ messageId: given.messageId ?? "", attempt: 1 });

/** The request leaves now: from here on it is not sent again. `mine`: false where another process has the claim. */
export const noteLeaving = command({
  name: "messages.noteLeaving",
  access: "system",
  input: claimInput,
  output: z.object({ mine: z.boolean() }),
  example: exampleClaim,
  async run(context) {
    const { messageId: id, attempt } = context.input;
    return { mine: await claims.leave(context, { id, attempt }) };
  },
});

/** The process that claimed it lives. */
export const keepClaim = command({
  name: "messages.keepClaim",
  access: "system",
  input: claimInput,
  output: z.object({}),
  example: exampleClaim,
  async run(context) {
    const { messageId: id, attempt } = context.input;
    await claims.keep(context, { id, attempt });
    return {};
  },
});

const settleInput = z.object({
  messageId: z.string(),
  channelId: z.string(),
  attempt: z.int().optional().meta({ description: "Of the claim: only what was accepted counts after another one." }),
  outcome: outcomeSchema,
});

type Settle = z.output<typeof settleInput>;

async function accept(context: Context, message: MessageRow, { channelId, outcome }: Settle, late: boolean) {
  if (outcome.kind !== "accepted") return;
  const { externalId, part, last, numbered, arrived, holds } = outcome;
  await savePartsLeft(message, part + 1, last);
  const isRefused = late && message.status === "failed";
  if (arrived && !(last && part === 0) && !isRefused) await noteArrived(message, last ? null : arrived);
  if (numbered) await noteNumbered(message);
  const extra = numbered ? { ...message.extra, numbered: true } : message.extra;
  await linkPart(
    context,
    { ...message, ...(extra ? { extra } : {}) },
    { channelId, messageId: message.id, externalId, part, ...(holds ? { holds } : {}) },
  );
}

async function fail(
  context: Context,
  message: MessageRow,
  code: string,
  reason: string,
  { action, arrived }: Pick<MessageExtra, "action" | "arrived"> = {},
) {
  await claims.finish(context, message.id, reason);
  // A platform may have said "delivered" meanwhile: that stands.
  if (message.status !== "queued" && message.status !== "sent") return;
  const extra = { ...message.extra, failureCode: code, ...(action ? { action } : {}), ...(arrived ? { arrived } : {}) };
  await saveStatus({ ...message, status: "failed", failureReason: reason, extra });
  const { conversationId, id: messageId, seq } = message;
  await tellStatus(context, { conversationId, messageId, seq, status: "failed", failure: { code, reason } });
}

async function complete(context: Context, message: MessageRow): Promise<void> {
  await claims.finish(context, message.id);
  await refreshStatus(context, message);
}

/** What became of a claimed message, or of one of its parts. */
export const settle = command({
  name: "messages.settle",
  access: "system",
  input: settleInput,
  output: z.object({}),
  example: (given) => ({
    messageId: given.messageId ?? "",
    channelId: given.channelId ?? "",
    outcome: { kind: "unknown" as const, error: "no answer" },
  }),
  async run(context) {
    const { input, now } = context;
    const known = await messageById(context, input.messageId);
    if (!known || !isId(input.channelId)) return {};
    await lockAnyConversation(context.actor, known.conversationId);
    const message = await messageById(context, known.id);
    if (!message) return {};
    const { outcome, attempt } = input;
    const late = attempt !== undefined && !(await claims.isLast(context, { id: known.id, attempt }));
    if (late && outcome.kind !== "accepted") return {};
    if (outcome.kind === "accepted") await accept(context, message, input, late);
    else if (outcome.kind === "complete") await complete(context, message);
    else if (outcome.kind === "later") {
      await claims.postpone(context, message.id, new Date(now.getTime() + outcome.inMs), outcome.error);
    } else if (outcome.kind === "unknown") {
      await claims.doubt(context, message.id, outcome.error);
      await learnFate(message, now);
    } else await fail(context, message, outcome.code, outcome.reason, outcome);
    return {};
  },
});

/**
 * Fails messages whose outcome was never learnt, frees the claims of dead processes, and returns the conversations that
 * have something to send: after a crash, or because a retry is due.
 */
export const recoverStuck = command({
  name: "messages.recoverStuck",
  access: "system",
  input: z.object({ limit: z.int().max(500).default(200) }),
  output: z.object({ conversationIds: z.array(z.string()) }),
  example: () => ({}),
  async run(context) {
    const { actor, input, now } = context;
    const before = new Date(now.getTime() - giveUpMs);
    const { companyId } = actor;
    const lost = await unheardSends({ companyId, before, limit: input.limit });
    const conversations = new Set(lost.map(({ conversationId }) => conversationId));
    await holdConversations(companyId, [...conversations]);
    for (const { messageId } of lost) {
      const message = await messageById(context, messageId);
      if (message && (await isUnheard(message))) await fail(context, message, unconfirmed.code, unconfirmed.reason);
    }
    const doubtful = await release(context);
    const found = await dueConversations({ companyId, now, doubtful, limit: input.limit });
    const unclaimedSince = new Date(now.getTime() - forgottenMs);
    const forgotten = await forgottenConversations({ companyId, before: unclaimedSince, limit: input.limit });
    return { conversationIds: [...new Set([...found, ...forgotten])] };
  },
});
