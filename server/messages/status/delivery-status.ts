import { z } from "zod";
import { isId } from "#server/base/ids.ts";
import { lockAnyConversation } from "#server/conversations/access.sql.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { deliveryStates } from "../choices.ts";
import { externalIdField, type Holds, unconfirmed } from "../queue/outcomes.ts";
import type { MessageRow } from "../row.ts";
import type { MessageExtra } from "../schema.ts";
import {
  type Held,
  hold,
  insertLink,
  isLeaving,
  leavingMessage,
  linkOf,
  messageRow,
  partsBefore,
  partsOf,
  partsUpTo,
  resolveUnknown,
  savePart,
  saveStatus,
  takeHeld,
} from "./links.sql.ts";
import { isLostAlike, type TakenPart, withLost } from "./losing.ts";
import { type DeliveryStatus, nextStatus, statusOfParts } from "./ranks.ts";
import { tellStatus } from "./telling-status.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;
type Failure = { code?: string | undefined; reason?: string | undefined; action?: MessageExtra["action"] };

/** Writes a status under the conversation's lock and notifies the screens; does nothing when it is unchanged. */
async function writeStatus(
  context: Context,
  message: MessageRow,
  status: DeliveryStatus,
  parts: readonly TakenPart[],
  failure: Failure = {},
) {
  const failed = status === "failed";
  const extra = withLost(message.extra ?? {}, failed ? parts : []);
  const same = message.status === status;
  if (same && isLostAlike(extra, message.extra ?? {})) return;
  // What failed before keeps its cause, unless another one is told.
  if (!same || failure.reason !== undefined) {
    delete extra.failureCode;
    delete extra.action;
    if (failed && failure.code) extra.failureCode = failure.code;
    if (failed && failure.action) extra.action = failure.action;
  }
  const reason = same ? (failure.reason ?? message.failureReason) : (failure.reason ?? null);
  await saveStatus({ ...message, status, failureReason: failed ? reason : null, extra });
  const { conversationId, id: messageId, seq } = message;
  await tellStatus(context, { conversationId, messageId, seq, status, failure });
}

export async function messageById(context: Pick<Context, "actor">, id: string): Promise<MessageRow | undefined> {
  if (!isId(id)) return undefined;
  return messageRow(context.actor.companyId, id);
}

/** Moves one part of a message, and the message to what all its parts say. */
async function movePart(
  context: Context,
  link: { channelId: string; externalId: string; messageId: string },
  reported: DeliveryStatus,
  failure: Failure,
  isNew = false,
): Promise<void> {
  const { companyId } = context.actor;
  const parts = await partsOf({ companyId, id: link.messageId });
  const after = parts.map((part) =>
    part.externalId === link.externalId && part.channelId === link.channelId
      ? { ...part, status: nextStatus(part.status, reported) }
      : part,
  );
  const mine = after.find((part) => part.externalId === link.externalId && part.channelId === link.channelId);
  await savePart({ ...link, companyId, status: mine?.status ?? reported });
  const message = await messageById(context, link.messageId);
  if (!message) return;
  const stands = standing(message, isNew);
  // Of what failed before all of it had left, the parts that arrive make no whole.
  if (stands === "failed" && message.extra?.arrived && reported !== "failed")
    return writeStatus(context, message, "failed", after);
  const pending = await isLeaving(message);
  const whole = statusOfParts(after.map((part) => part.status));
  // Parts that have not left yet keep the whole from being delivered.
  const reachable = pending && whole !== "failed" ? "queued" : whole;
  await writeStatus(context, message, nextStatus(stands, reachable), after, failure);
}

/** That nothing was heard in time was our own guess: a part that is heard of only now takes it back. */
function standing({ status, extra }: MessageRow, isNew: boolean): DeliveryStatus {
  return isNew && status === "failed" && extra?.failureCode === unconfirmed.code ? "queued" : status;
}

/** The status that all parts of a message make together, once every part has left. */
export async function refreshStatus(context: Context, message: MessageRow): Promise<void> {
  const parts = await partsOf(message);
  const whole = parts.length === 0 ? "sent" : statusOfParts(parts.map((part) => part.status));
  await writeStatus(context, message, nextStatus(message.status, whole), parts);
}

/** `conversationId`: the person's latest; null: none. */
type Echo = {
  channelId: string;
  externalId: string;
  callbackData: string;
  conversationId: string | null;
  text: string;
};

/** The message on its way, or with unknown outcome, that this echo belongs to: by callback data, else by its text. */
async function sentMessage(context: Context, echo: Echo): Promise<{ message: MessageRow; part: number } | undefined> {
  const own = ownCallback(echo.callbackData);
  const byMark = own && (await messageById(context, own.messageId));
  if (own && byMark) return { message: byMark, part: own.part };
  if (!echo.conversationId) return undefined;
  const found = await leavingMessage({ companyId: context.actor.companyId, id: echo.conversationId }, echo.text);
  return found ? { message: found, part: found.parts } : undefined;
}

/** Whether an echo is of a message we sent. If so, stores its id; a send with unknown outcome has then arrived. */
export async function adoptEcho(context: Context, echo: Echo): Promise<boolean> {
  const sent = await sentMessage(context, echo);
  if (!sent) return false;
  await resolveUnknown(sent.message, sent.part + 1, context.now);
  const { channelId, externalId } = echo;
  await linkPart(context, sent.message, { channelId, externalId, messageId: sent.message.id, part: sent.part });
  return true;
}

const linkInput = z.object({
  channelId: z.string(),
  messageId: z.string(),
  externalId: externalIdField,
  part: z.int().min(0).default(0),
});

/** Storing an id and holding a status that came before it take turns: else each may miss what the other has just left. */
export const statusTurn = ({ channelId, externalId }: { channelId: string; externalId: string }) =>
  `status:${channelId}:${externalId}`;

/** Stores the platform's id of a message's part, and applies statuses that came before it was known; answers them. */
export async function linkPart(
  context: Context,
  message: MessageRow,
  link: z.output<typeof linkInput> & { holds?: Holds },
): Promise<Held[]> {
  const { companyId } = context.actor;
  const { channelId, externalId, part, holds } = link;
  await takeTurn(statusTurn(link));
  await insertLink(message, { companyId, channelId, externalId, part, holds });
  const known = { channelId, externalId, messageId: message.id };
  await movePart(context, known, "sent", {}, true);
  const held = await takeHeld({ companyId, channelId, externalId });
  for (const { status, code, reason, action } of held) {
    const failure = { code: code ?? undefined, reason: reason ?? undefined, action: action ?? undefined };
    await movePart(context, known, status, failure);
  }
  return held;
}

const heldSchema = z.object({
  status: z.enum(deliveryStates),
  code: z.string().nullable(),
  reason: z.string().nullable(),
  at: z.date(),
});

/** A message (of a template, say) has been accepted by the platform under this id. */
export const linkExternal = command({
  name: "messages.linkExternal",
  access: "system",
  input: linkInput,
  output: z.object({
    linked: z.boolean(),
    held: z.array(heldSchema).meta({ description: "What the platform had said of it before." }),
  }),
  example: (given) => ({
    channelId: given.channelId ?? "",
    messageId: given.messageId ?? "",
    externalId: "wamid.example",
  }),
  async run(context) {
    const found = await messageById(context, context.input.messageId);
    if (!found || !isId(context.input.channelId) || !(await lockAnyConversation(context.actor, found.conversationId)))
      return { linked: false, held: [] };
    const message = await messageById(context, found.id);
    if (!message) return { linked: false, held: [] };
    return { linked: true, held: await linkPart(context, message, context.input) };
  },
});

const reportInput = z.object({
  channelId: z.string(),
  externalId: externalIdField,
  /** What went out with the message: `m:<message id>:<part>`, or a template message's id. */
  callbackData: z.string().max(512).default(""),
  status: z.enum(deliveryStates).exclude(["queued"]),
  code: z.string().max(40).optional(),
  reason: z.string().max(1000).optional(),
  action: z.enum(["template", "reconnect"]).optional(),
  through: z.boolean().default(false).meta({ description: "All that was sent before it is that far as well." }),
  at: z.date(),
});

export function callbackDataOf(messageId: string, part: number): string {
  return `m:${messageId}:${part}`;
}

function ownCallback(text: string): { messageId: string; part: number } | undefined {
  const [, messageId, part] = /^m:([0-9a-f-]{36}):(\d{1,3})$/.exec(text) ?? [];
  if (isId(text)) return { messageId: text, part: 0 };
  return messageId && isId(messageId) ? { messageId, part: Number(part) } : undefined;
}

/** Whether this went out with a message of ours. */
export function isCallbackData(text: string): boolean {
  return ownCallback(text) !== undefined;
}

/** A status has come for a send with unknown outcome: it was accepted. */
async function reconcile(context: Context, input: z.output<typeof reportInput>): Promise<boolean> {
  const own = ownCallback(input.callbackData);
  const found = own && (await messageById(context, own.messageId));
  if (!own || !found || !(await lockAnyConversation(context.actor, found.conversationId))) return false;
  const message = await messageById(context, found.id);
  if (!message) return false;
  await resolveUnknown(message, own.part + 1, context.now);
  await linkPart(context, message, { ...input, messageId: message.id, part: own.part });
  return true;
}

/**
 * Applies a platform's status of one message (J10, channels.md 7.2, 7.3), which may be repeated, out of order or ahead
 * of the answer to the send. A status of an unknown message is held.
 */
export const reportStatus = command({
  name: "messages.reportStatus",
  access: "system",
  input: reportInput,
  output: z.object({ outcome: z.enum(["applied", "held"]), messageId: z.string().nullable() }),
  example: (given) => ({
    channelId: given.channelId ?? "",
    externalId: "wamid.example",
    status: "read" as const,
    at: new Date(0),
  }),
  async run(context) {
    const { actor, input } = context;
    if (!isId(input.channelId)) return { outcome: "held" as const, messageId: null };
    const { channelId, externalId } = input;
    const find = () => linkOf({ companyId: actor.companyId, channelId, externalId });
    let link = (await find()) ?? ((await reconcile(context, input)) ? await find() : undefined);
    if (!link) {
      await takeTurn(statusTurn(input));
      link = await find();
    }
    if (!link) {
      const { status, code = null, reason = null, action = null, at } = input;
      const place = { companyId: actor.companyId, channelId, externalId };
      await hold(place, { status, code, reason, action, at, receivedAt: context.now });
      return { outcome: "held" as const, messageId: null };
    }
    await lockAnyConversation(context.actor, link.conversationId);
    await movePart(context, { channelId, externalId, messageId: link.messageId }, input.status, {
      code: input.code,
      reason: input.reason,
      action: input.action,
    });
    if (input.through) {
      const earlier = await partsBefore({ companyId: actor.companyId, channelId, externalId }, input.status);
      for (const part of earlier) await movePart(context, part, input.status, {});
    }
    return { outcome: "applied" as const, messageId: link.messageId };
  },
});

/** Everything the team sent in a conversation up to a moment has been delivered or read (Messenger's watermarks). */
export const reportUpTo = command({
  name: "messages.reportUpTo",
  access: "system",
  input: z.object({ conversationId: z.string(), status: z.enum(["delivered", "read"]), upTo: z.date() }),
  output: z.object({ changed: z.int() }),
  example: (given) => ({ conversationId: given.conversationId ?? "", status: "read" as const, upTo: new Date(0) }),
  async run(context) {
    const { actor, input } = context;
    if (!isId(input.conversationId) || !(await lockAnyConversation(context.actor, input.conversationId)))
      return { changed: 0 };
    const thread = { companyId: actor.companyId, id: input.conversationId };
    const found = await partsUpTo(thread, input.status, input.upTo);
    for (const link of found) await movePart(context, link, input.status, {});
    return { changed: found.length };
  },
});
