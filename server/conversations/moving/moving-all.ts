import { z } from "zod";
import { newId } from "#server/base/ids.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { momentAfter } from "#server/db/moment.ts";
import { insertMessages } from "#server/messages/row.sql.ts";
import type { MessageRow } from "#server/messages/row.ts";
import { readablePhase } from "#server/phases/access.ts";
import { checkLater } from "../clocks/checks.sql.ts";
import type { ConversationRow } from "../row.ts";
import { lockNextOf, moveRows } from "./moving-all.sql.ts";
import { eventOfMove, lineOfMove, type Move } from "./phase-change.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** So many wait for each other's commit at most. */
export const moveSliceSize = 500;

function lineOf({ actor }: Context, conversation: ConversationRow, move: Move, at: Date): MessageRow {
  const actorId = actor.userId ?? actor.id;
  const { text, ...line } = lineOfMove(move);
  return {
    companyId: conversation.companyId,
    conversationId: conversation.id,
    id: newId(),
    seq: conversation.lastSeq + 1,
    fromType: "system",
    sender: actorId,
    senderName: actor.name,
    senderType: "system",
    type: "command",
    text,
    attachments: [],
    responseOptions: [],
    command: { name: "phase_changed", actorId, ...line },
    status: "sent",
    failureReason: null,
    clientMessageId: null,
    externalId: null,
    edited: false,
    createdAt: at,
  };
}

function tell({ emit }: Context, conversation: ConversationRow, messageId: string, move: Move, at: Date): void {
  const ids = {
    conversationId: conversation.id,
    channelId: conversation.channelId,
    contactId: conversation.contactId,
  };
  emit({ type: "message/command", ...ids, messageId, at });
  emit({ type: "conversation/phase_changed", ...ids, at, data: eventOfMove(conversation, move) });
}

/** Answers how many; fewer than a slice: no more are there. */
async function moveSlice(context: Context, move: Move): Promise<number> {
  const conversations = await lockNextOf(move.from, moveSliceSize);
  if (conversations.length === 0) return 0;
  // One time for all of them, later than everything that has happened to any.
  const at = momentAfter(new Date(Math.max(...conversations.map(({ updatedAt }) => updatedAt.getTime()))));
  const lines = conversations.map((conversation) => lineOf(context, conversation, move, at));
  await moveRows(conversations, move.to, at);
  await checkLater(
    context.actor.companyId,
    conversations.map(({ id }) => id),
  );
  await insertMessages(lines, conversations[0]?.channelId ?? "");
  for (const [index, conversation] of conversations.entries())
    tell(context, conversation, lines[index]?.id ?? "", move, at);
  return conversations.length;
}

/**
 * Moves all conversations of a phase to another, with the same events and lines as moving each by hand: a slice at a
 * time, or the next slice alone. The API has no route of its own for it. Reports know by its name that nobody won or
 * lost what it moves.
 */
export const moveAll = command({
  name: "conversations.moveAll",
  access: "clients_write",
  input: z.object({ from: z.string(), to: z.string(), sliceOnly: z.boolean().default(false) }),
  output: z.object({ moved: z.int() }),
  example: (given) => ({ from: given.emptyPhaseId ?? "", to: given.phaseId ?? "" }),
  async run(context) {
    const { actor, input } = context;
    const move = { from: await readablePhase(actor, input.from), to: await readablePhase(actor, input.to) };
    if (move.from.id === move.to.id) return { moved: 0 };
    for (let moved = 0; ; ) {
      const more = await moveSlice(context, move);
      moved += more;
      if (more === 0 || input.sliceOnly) return { moved };
    }
  },
});
