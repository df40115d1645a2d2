import { z } from "zod";
import { newId } from "#server/base/ids.ts";
import { lockAnyConversation } from "#server/conversations/access.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import { type FeedEvent, findFeedRow } from "#server/core/events/feed.sql.ts";
import type { EventData, EventType } from "#server/core/events/table.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { phasesOf } from "#server/phases/access.ts";
import { actingOf } from "../access.ts";
import { actOf } from "../acts/table.ts";
import type { Cause } from "../choices.ts";
import { causesOf } from "../readiness.ts";

/** Events that may be a cause. */
export const causing: ReadonlySet<EventType> = new Set<EventType>([
  "conversation/contact",
  "conversation/archived",
  "conversation/phase_changed",
]);

/** A cause, and what an integration runs for once: a conversation becomes a lead once, and may close twice. */
type Found = { cause: Cause; about: string };

async function isWon(actor: Actor, phaseId: string): Promise<boolean> {
  return (await phasesOf(actor)).some(({ id, type }) => id === phaseId && type === "success");
}

/** A lead is a conversation that has a contact (service.md 1), or that a person closed as one (E6). */
async function causesIn(actor: Actor, event: FeedEvent, conversationId: string): Promise<Found[]> {
  const lead = { cause: "lead" as const, about: conversationId };
  if (event.type === "conversation/contact") return [lead];
  if (event.type === "conversation/archived") {
    const { isLead } = event.data as EventData<"conversation/archived">;
    return [...(isLead ? [lead] : []), { cause: "closed", about: event.id }];
  }
  if (event.type !== "conversation/phase_changed") return [];
  const { phaseId } = event.data as EventData<"conversation/phase_changed">;
  return (await isWon(actor, phaseId)) ? [{ cause: "won", about: conversationId }] : [];
}

/** Writes a run for each integration that acts on the event: once, however often the job comes. */
export const planRuns = command({
  name: "integrations.plan",
  access: "system",
  input: z.object({ eventId: z.string() }),
  output: z.object({ planned: z.int() }),
  example: (given) => ({ eventId: given.conversationId ?? "" }),
  async run({ actor, input, now }) {
    const { companyId } = actor;
    const acting = (await actingOf(actor)).filter(({ type }) => actOf(type));
    const event = acting.length > 0 ? await findFeedRow(companyId, input.eventId) : undefined;
    if (!event?.conversationId) return { planned: 0 };
    const conversation = await lockAnyConversation(actor, event.conversationId);
    // What came whole from elsewhere is the past, and what went into another conversation goes on there.
    if (!conversation || conversation.imported || conversation.mergedIntoId) return { planned: 0 };
    const found = await causesIn(actor, event, conversation.id);
    const wanted = acting.flatMap((one) => {
      const on = causesOf(one);
      return found.filter(({ cause }) => on.includes(cause)).map((about) => ({ ...about, integrationId: one.id }));
    });
    const { id: conversationId, contactId } = conversation;
    const times = { dueAt: now, createdAt: now };
    const data = wanted.map((one) => ({ ...one, companyId, id: newId(), conversationId, contactId, ...times }));
    const { count } = await prisma.integrationRun.createMany({ data, skipDuplicates: true });
    return { planned: count };
  },
});
