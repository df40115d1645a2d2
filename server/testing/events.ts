import { publicEventTypes } from "#server/core/events/public-types.ts";
import type { EventType } from "#server/core/events/table.ts";
import { systemPool } from "#server/db/system.ts";

/** A stored event as tests look at it. */
export type SeenEvent = {
  type: EventType;
  conversationId: string | null;
  contactId: string | null;
  channelId: string | null;
  messageId: string | null;
  actorType: string;
  actorId: string;
  data: Record<string, unknown>;
};

/** Every event of a company in the order they were stored, optionally only those after an ordinal. */
export async function eventsOf(company: { companyId: string }, after = 0): Promise<SeenEvent[]> {
  const { rows } = await systemPool().query<SeenEvent>(
    `select "type", "conversationId", "contactId", "channelId", "messageId", "actorType", "actorId", "data" from events
     where "companyId" = $1 and "ordinal" > $2 order by "ordinal"`,
    [company.companyId, after],
  );
  return rows;
}

/** Runs `work` and gives the public events it stored. */
export async function eventsDuring(company: { companyId: string }, work: () => Promise<unknown>): Promise<SeenEvent[]> {
  const { rows } = await systemPool().query<{ last: number }>(`select coalesce(max("ordinal"), 0) as last from events`);
  await work();
  const told = await eventsOf(company, rows[0]?.last ?? 0);
  const known: readonly string[] = publicEventTypes;
  return told.filter((event) => known.includes(event.type));
}

/** Only their types, for the common question which events were emitted. */
export async function typesDuring(company: { companyId: string }, work: () => Promise<unknown>): Promise<string[]> {
  return (await eventsDuring(company, work)).map((event) => event.type);
}
