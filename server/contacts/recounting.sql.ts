// SQL because events and users are found by lists of ids.
import type { TypedData } from "#server/core/events/storing.ts";
import type { EventType } from "#server/core/events/table.ts";
import type { Event, User } from "#server/db/generated/client.ts";
import { rows, sql } from "#server/db/sql.ts";

/** An event as history tells it. */
export type PastEvent<T extends EventType> = Pick<
  Event,
  "id" | "conversationId" | "actorType" | "actorId" | "actorName" | "createdAt"
> &
  TypedData & { type: T };

/** Events of these types about any of the contacts, oldest first. */
export function eventsOfContacts<T extends EventType>(
  companyId: string,
  contactIds: readonly string[],
  types: readonly T[],
): Promise<PastEvent<T>[]> {
  return rows<PastEvent<T>>(sql`
    select "id", "type", "conversationId", "actorType", "actorId", "actorName", "data", "createdAt" from events
    where "companyId" = ${companyId} and "contactId" = any(${contactIds}::uuid[]) and "type" = any(${types}::text[])
    order by "createdAt", "ordinal"`);
}

/** What users are called now. */
export function namesOfUsers(companyId: string, ids: readonly string[]): Promise<Pick<User, "id" | "name">[]> {
  return rows<Pick<User, "id" | "name">>(sql`
    select "id", "name" from users where "companyId" = ${companyId} and "id" = any(${ids}::uuid[])`);
}
