import { AppError, invalidField } from "#server/base/errors.ts";
import { lockConversation, readableConversations } from "#server/conversations/access.sql.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import { standingOf } from "#server/conversations/clocks/standing.ts";
import { archive } from "#server/conversations/closing.ts";
import { joinReads } from "#server/conversations/linking/joining.sql.ts";
import { handMentions } from "#server/conversations/noting/mentioning.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { conversationSchema } from "#server/conversations/schema.ts";
import { viewConversation } from "#server/conversations/viewing.ts";
import type { Actor } from "#server/core/actor.ts";
import { Listeners } from "#server/core/listeners.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { handMessages, isLeaving } from "#server/messages/moving/handing.sql.ts";
import { handNotesOfConversation } from "#server/notes/belonging.ts";
import { requireNotHeld } from "#server/retention/access.ts";
import { isHeld, moveScheduled } from "#server/scheduled/following.ts";
import { handTasksOfConversation } from "#server/tasks/moving.ts";
import { handMessagesOfConversation } from "#server/templates/messages/handing.ts";
import { handUploads } from "#server/uploads/attaching.ts";
import { joined, takeOver } from "./joining.ts";
import { mergeConversationsInput, mostMoved } from "./schema.ts";

export type ConversationsMerged = { companyId: string; from: string; to: string };

/** What is about the messages of the one is about those of the other, which holds them now. */
export const conversationsMerged = new Listeners<ConversationsMerged>("conversations that go into others");

const refused = (message: string) => new AppError("conflict", { message });

/** Both, held in the order of their ids, as whatever writes to two conversations takes them. */
async function lockPair(actor: Actor, winnerId: string, loserId: string) {
  const known = await readableConversations(
    actor,
    [loserId].filter((id) => /^[0-9a-f-]{36}$/.test(id)),
  );
  const rows = new Map<string, ConversationRow>();
  const ids = known.length > 0 ? [winnerId, loserId].sort() : [winnerId];
  for (const id of ids) rows.set(id, await lockConversation(actor, id, "clients_write"));
  const [winner, loser] = [rows.get(winnerId), rows.get(loserId)];
  if (!winner || !loser) throw invalidField("loserId", "No such conversation.", "unknown_reference");
  return { winner, loser };
}

/** Only what one visitor said on one channel to one contact: else an answer would reach one of two. */
async function requireOne(winner: ConversationRow, loser: ConversationRow): Promise<void> {
  if (winner.mergedIntoId || loser.mergedIntoId) throw refused("One of the two has gone into another already.");
  if (winner.channelId !== loser.channelId) throw refused("The two conversations are of different channels.");
  const sure = [winner, loser].every(({ contactLink }) => contactLink !== "claimed");
  if (winner.contactId === null || winner.contactId !== loser.contactId || !sure)
    throw refused("The two conversations are not of the same contact.");
  if (winner.visitorId !== loser.visitorId)
    throw refused("The contact wrote from two places, and answers would reach only one of them.");
  if (winner.status === "closed" && loser.status !== "closed")
    throw refused("The conversation that stays is closed, and the other one is open: do it the other way round.");
  if (loser.lastSeq > mostMoved)
    throw new AppError("limit_reached", {
      message: `A conversation of at most ${mostMoved} messages goes into another.`,
      extra: { limit: mostMoved },
    });
  const { companyId, id } = loser;
  if ((await isLeaving(companyId, id)) || (await isHeld(companyId, id)))
    throw refused("A message of the other conversation is still being sent. Try again in a moment.");
}

/** Since when its visitor waits for a person: since they wrote, or since the bot was switched off after that. */
function neededSince(row: ConversationRow): Date | undefined {
  const { waitingSince, chatbotState, chatbotStateAt } = row;
  if (!waitingSince || !standingOf(row).waits) return undefined;
  const later = chatbotState === "OFF" && chatbotStateAt && chatbotStateAt > waitingSince;
  return later ? chatbotStateAt : waitingSince;
}

/** Who waits for the same answer under the same service level goes on waiting by the same clock. */
function withClock(winner: ConversationRow, loser: ConversationRow): ConversationRow {
  const { sla, slaPolicyId } = winner;
  const answered = winner.firstHumanMessageAt ?? loser.firstHumanMessageAt;
  const kind = answered ? "next_response" : "first_response";
  const clock = loser.sla?.clocks.find((one) => one.kind === kind);
  if (!sla || !clock || slaPolicyId !== loser.slaPolicyId || standingOf(winner).waits) return winner;
  return { ...winner, sla: { ...sla, clocks: [...sla.clocks, clock] } };
}

const noClocks = { slaPolicyId: null, sla: null, slaDueAt: null, slaNextAt: null };

async function moveAll(context: CommandContext<unknown>, winner: ConversationRow, loser: ConversationRow) {
  const { companyId } = winner;
  const way = { companyId, from: loser.id, to: winner.id };
  const needed = neededSince(loser);
  const into = new ConversationChange(context, withClock(winner, loser));
  into.waitsSince = needed;
  into.command("merged_from", "Another conversation came into this one", loser.id, { messages: loser.lastSeq });
  const after = into.row.lastSeq;
  await handMessages(way, after);
  await handUploads(companyId, loser.id, winner.id);
  await handMessagesOfConversation(companyId, loser.id, winner.id);
  await handNotesOfConversation(companyId, loser.id, winner.id, after);
  await handTasksOfConversation(companyId, loser.id, winner.id);
  await moveScheduled(companyId, loser.id, winner.id, after);
  await handMentions(way);
  await conversationsMerged.tell(context, way);
  into.set(joined(winner, loser, after));
  await takeOver(context, into, loser);
  await joinReads(winner, loser, after + loser.lastSeq);
  into.tell("conversation/merged", (row) => ({
    mergedId: loser.id,
    messages: loser.lastSeq,
    amount: row.amount,
    tags: row.operatorTags.map(({ tagName }) => tagName),
    neededAt: needed?.toISOString() ?? null,
    answered: loser.firstHumanMessageAt !== null,
  }));
  // What was promised of it is neither kept nor broken: what goes on, goes on by the clocks of the other one.
  const out = new ConversationChange(context, { ...loser, ...noClocks });
  out.set(noClocks);
  // Before it is closed: it is not resolved.
  out.tell("conversation/changed", () => ({ mergedInto: winner.id }));
  out.set({ mergedIntoId: winner.id, lastVisitorSeq: 0 });
  out.command("merged_into", "This conversation went into another one", winner.id);
  if (loser.status !== "closed") await archive(out, loser.isLead, context.actor.userId ?? context.actor.id, false);
  await out.commit();
  return (await into.commit()).row;
}

/** POST /v1/conversations/{conversationId}/merge (W9): the messages of the other follow those of this one. */
export const mergeConversations = command({
  name: "merges.mergeConversations",
  access: "clients_write",
  input: mergeConversationsInput,
  output: conversationSchema,
  example: (given) => ({
    conversationId: given.conversationId ?? "",
    loserId: given.otherConversationId ?? "",
  }),
  async run(context) {
    const { actor, input } = context;
    const [winnerId, loserId] = [input.conversationId.toLowerCase(), input.loserId.toLowerCase()];
    if (winnerId === loserId) throw invalidField("loserId", "A conversation cannot go into itself.", "same");
    const { winner, loser } = await lockPair(actor, winnerId, loserId);
    await requireOne(winner, loser);
    // What is held would go with the winner, which nothing holds.
    await requireNotHeld(loser.companyId, { contactIds: [loser.contactId], conversationIds: [loser.id] });
    return viewConversation(await moveAll(context, winner, loser));
  },
});
