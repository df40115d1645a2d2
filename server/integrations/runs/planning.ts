import { z } from "zod";
import { newId } from "#server/base/ids.ts";
import { idsOfContacts, lockAnyConversation } from "#server/conversations/access.sql.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
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

const ofConversation: ReadonlySet<string> = new Set<EventType>([
  "conversation/contact",
  "conversation/archived",
  "conversation/phase_changed",
]);

type Told = Pick<FeedEvent, "type" | "data">;

/** Events that may be a cause: of a contact only the first address. */
export function isCause({ type, data }: Told): boolean {
  if (type !== "contact/updated") return ofConversation.has(type);
  const { email, phone } = (data as EventData<"contact/updated">).changes;
  return [email, phone].some((change) => change?.before === "" && change.after !== "");
}

/** A cause, and what an integration runs for once: a conversation becomes a lead once, and may close twice. */
type Found = { cause: Cause; about: string };

async function isWon(actor: Actor, phaseId: string): Promise<boolean> {
  return (await phasesOf(actor)).some(({ id, type }) => id === phaseId && type === "success");
}

/** A contact of whom only the name is known is provisional (D10). */
const isReachable = ({ email, phone }: { email: string; phone: string }) => email !== "" || phone !== "";

/**
 * A lead is a conversation that has a contact (service.md 1) who can be reached, or that a person closed as one (E6). An
 * address that comes later makes one of it while it is open.
 */
async function causesIn(actor: Actor, event: FeedEvent, conversation: ConversationRow): Promise<Found[]> {
  const lead = { cause: "lead" as const, about: conversation.id };
  if (event.type === "conversation/contact")
    return isReachable((event.data as EventData<"conversation/contact">).contact) ? [lead] : [];
  if (event.type === "contact/updated") return conversation.status === "closed" ? [] : [lead];
  if (event.type === "conversation/archived") {
    const { isLead } = event.data as EventData<"conversation/archived">;
    return [...(isLead ? [lead] : []), { cause: "closed", about: event.id }];
  }
  if (event.type !== "conversation/phase_changed") return [];
  const { phaseId } = event.data as EventData<"conversation/phase_changed">;
  return (await isWon(actor, phaseId)) ? [{ cause: "won", about: conversation.id }] : [];
}

/** The conversations that an event is about. */
async function conversationsOf({ companyId }: Actor, event: FeedEvent | undefined): Promise<string[]> {
  if (!event || !isCause(event)) return [];
  if (event.type === "contact/updated" && event.contactId)
    return (await idsOfContacts(companyId, [event.contactId])).sort();
  return event.conversationId ? [event.conversationId] : [];
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
    let planned = 0;
    for (const id of await conversationsOf(actor, event)) {
      const conversation = await lockAnyConversation(actor, id);
      // What came whole from elsewhere is the past, and what went into another conversation goes on there.
      if (!event || !conversation || conversation.imported || conversation.mergedIntoId) continue;
      const found = await causesIn(actor, event, conversation);
      const wanted = acting.flatMap((one) => {
        const on = causesOf(one);
        return found.filter(({ cause }) => on.includes(cause)).map((about) => ({ ...about, integrationId: one.id }));
      });
      const { id: conversationId, contactId } = conversation;
      const times = { dueAt: now, createdAt: now };
      const data = wanted.map((one) => ({ ...one, companyId, id: newId(), conversationId, contactId, ...times }));
      planned += (await prisma.integrationRun.createMany({ data, skipDuplicates: true })).count;
    }
    return { planned };
  },
});
