import { z } from "zod";
import { visibleOnly as visibleContacts } from "#server/contacts/access.ts";
import { visibleOnly as visibleConversations } from "#server/conversations/access.ts";
import { type Actor, can } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { row, type Sql, sql } from "#server/db/sql.ts";

const ids = z.record(z.string(), z.string());
type Found = Record<string, string | null>;

/** What the company is set up with. */
function setUp({ companyId, userId }: Actor): Sql {
  const channel = sql`select "id" from channels where "companyId" = ${companyId} and "deletedAt" is null`;
  return sql`
    select ${companyId}::text as "companyId", ${userId}::text as "userId", ${userId}::text as "agentId",
      (${channel} and "type" = 'WEBSITE' order by "id" limit 1)::text as "channelId",
      (${channel} and "type" = 'WHATSAPP_API' order by "id" limit 1)::text as "whatsappChannelId",
      (select "id" from chatbots where "companyId" = ${companyId} order by "id" limit 1)::text as "chatbotId",
      (select "id" from phases where "companyId" = ${companyId} order by "order", "id" limit 1)::text as "phaseId"`;
}

/** The latest contact and conversation that the reader may see. */
function people(actor: Actor): Sql {
  return sql`
    select (select k."id" from contacts k where k."companyId" = ${actor.companyId}
        ${visibleContacts(actor, "clients_read")} order by k."id" desc limit 1)::text as "contactId",
      (select c."id" from conversations c where c."companyId" = ${actor.companyId}
        ${visibleConversations(actor, "clients_read")} order by c."id" desc limit 1)::text as "conversationId"`;
}

const known = (found: Found | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(found ?? {}).filter((entry): entry is [string, string] => entry[1] !== null));

/** Ids of the reader's own company for the examples of the API reference, by the names that examples use. */
export const readExampleIds = query({
  name: "companies.exampleIds",
  access: "person",
  input: z.object({}),
  output: z.object({ setUp: ids, people: ids }),
  example: () => ({}),
  async run({ actor }) {
    const seen = can(actor, "clients_read") ? await row<Found>(people(actor)) : undefined;
    return { setUp: known(await row<Found>(setUp(actor))), people: known(seen) };
  },
});
