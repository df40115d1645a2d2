import { z } from "zod";
import { AppError, notFound } from "#server/base/errors.ts";
import { capabilitiesOf } from "#server/channels/capabilities.ts";
import { lockAnyConversation, lockConversation } from "#server/conversations/access.sql.ts";
import { windowEnd } from "#server/conversations/viewing.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command, type Given, query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { reactionFailures } from "./choices.ts";
import { unsupported } from "./content.ts";
import { type MessageRow, viewMessage } from "./row.ts";
import { type MessageExtra, messageIdInput, messageSchema, reactionInput } from "./schema.ts";
import { messageById } from "./status/delivery-status.ts";

type Named = { conversationId: string; messageId: string };
type Target = { message: MessageRow; channelId: string };
type Context = Pick<CommandContext<Named>, "actor" | "input" | "now" | "emit">;
type Reactions = NonNullable<MessageExtra["reactions"]>;

const messageIn = (actor: Actor, id: string) => messageById({ actor }, id);

async function keep({ companyId, id }: MessageRow, extra: MessageExtra): Promise<void> {
  await prisma.message.updateMany({ where: { companyId, id }, data: { extra } });
}

/** The message reacted to; what it cannot be is refused with the reason. */
async function target({ actor, input, now }: Context): Promise<Target> {
  const conversation = await lockConversation(actor, input.conversationId, "chat_talk");
  const message = await messageIn(actor, input.messageId);
  if (message?.conversationId !== conversation.id || message.type === "command") throw notFound("message");
  if (!capabilitiesOf(conversation.channel).reaction) {
    throw unsupported("emoji", "reaction_not_supported", "The channel has no reactions.");
  }
  if (message.extra?.deleted) throw new AppError("conflict", { message: "This message was deleted." });
  const found = { message, channelId: conversation.channelId };
  if (!conversation.windowed) return found;
  if (!message.externalId) {
    throw unsupported("messageId", "reaction_not_supported", "The platform does not have this message.");
  }
  const ends = windowEnd(conversation);
  if (ends && now > ends) {
    throw new AppError("messaging_window_closed", {
      message: "The messaging window is closed: no reaction can be sent until the visitor writes again.",
    });
  }
  return found;
}

/** One reaction of the team on a message, whoever of it reacts; an empty emoji takes it away. */
async function react(context: Context, emoji: string) {
  const { actor, emit } = context;
  const { message, channelId } = await target(context);
  const before = message.extra?.reactions ?? [];
  const others = before.filter(({ from }) => from !== "team");
  const known = before.find(({ from }) => from === "team");
  if ((known?.emoji ?? "") === emoji && !known?.failed) return viewMessage(message);
  const by = actor.userId ?? actor.id;
  const reactions: Reactions = emoji ? [...others, { emoji, by, from: "team" }] : others;
  const extra = { ...message.extra, reactions };
  await keep(message, extra);
  const about = { conversationId: message.conversationId, messageId: message.id };
  emit({ type: "message/changed", ...about, channelId, data: { reacted: true } });
  return viewMessage({ ...message, extra });
}

const example = (given: Given) => ({
  conversationId: given.conversationId ?? "",
  messageId: given.messageId ?? "",
});

/** PUT /v1/conversations/{conversationId}/messages/{messageId}/reaction */
export const setReaction = command({
  name: "messages.react",
  access: "chat_talk",
  input: reactionInput,
  output: messageSchema,
  example: (given) => ({ ...example(given), emoji: "👍" }),
  run: (context) => react(context, context.input.emoji),
});

/** DELETE /v1/conversations/{conversationId}/messages/{messageId}/reaction */
export const removeReaction = command({
  name: "messages.unreact",
  access: "chat_talk",
  input: messageIdInput,
  output: messageSchema,
  example,
  run: (context) => react(context, ""),
});

/** What stands on a message of the team's, and the platform's id of the message; for jobs. */
export const teamReaction = query({
  name: "messages.teamReaction",
  access: "system",
  input: z.object({ messageId: z.string() }),
  output: z.object({ emoji: z.string(), externalId: z.string().nullable() }),
  example: (given) => ({ messageId: given.messageId ?? "" }),
  async run({ actor, input }) {
    const message = await messageIn(actor, input.messageId);
    const emoji = message?.extra?.reactions?.find(({ from }) => from === "team")?.emoji ?? "";
    return { emoji, externalId: message?.externalId ?? null };
  },
});

/** The platform refused the reaction for good: it stays on screens, with the reason. */
export const failReaction = command({
  name: "messages.failReaction",
  access: "system",
  input: z.object({ messageId: z.string(), emoji: z.string(), reason: z.string(), why: z.enum(reactionFailures) }),
  output: z.object({}),
  example: (given) => ({
    ...{ messageId: given.messageId ?? "", emoji: "👍" },
    ...{ reason: "The platform refused it.", why: "refused" as const },
  }),
  async run({ actor, input, emit }) {
    const known = await messageIn(actor, input.messageId);
    if (!known) return {};
    await lockAnyConversation(actor, known.conversationId);
    const message = await messageIn(actor, known.id);
    const reactions = message?.extra?.reactions ?? [];
    const failed = reactions.find(({ from, emoji }) => from === "team" && emoji === input.emoji);
    if (!message || !failed) return {};
    const told = reactions.map((one) =>
      one === failed ? { ...one, failed: input.reason, failedWhy: input.why } : one,
    );
    await keep(message, { ...message.extra, reactions: told });
    emit({ type: "message/changed", conversationId: message.conversationId, messageId: message.id });
    return {};
  },
});
