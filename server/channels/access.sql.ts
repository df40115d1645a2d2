// SQL because names are taken out of JSON, and it is read for each message.
import type { Channel } from "#server/db/generated/client.ts";
import { columns, empty, row, rows, type Sql, sql } from "#server/db/sql.ts";

const read = [
  ...(["companyId", "id", "type", "label", "connected", "sandbox", "chatbotId", "settings"] as const),
  ...(["allowedOrigins", "identityRequired", "externalId", "whatsappForm", "disconnectionRequested"] as const),
  ...(["createdAt", "updatedAt"] as const),
] satisfies (keyof Channel)[];

/** A row of `channels` without its secrets. */
export type ChannelRow = Pick<Channel, (typeof read)[number]> & {
  /** The name by which people know it on its platform, as the last check found it: a number or a user name. */
  publicNumber: string;
  publicName: string;
};

const fields = sql`${columns(read, "c")}, coalesce(c."health"->>'number', '') as "publicNumber",
  coalesce(c."health"->>'name', '') as "publicName"`;

/** Those that are not deleted, the oldest first. */
export function findChannels(companyId: string): Promise<ChannelRow[]> {
  return rows<ChannelRow>(sql`
    select ${fields} from channels c where c."companyId" = ${companyId} and c."deletedAt" is null
    order by c."companyId", c."id"`);
}

/** Undefined also when it was deleted. */
export function findChannel(companyId: string, id: string, lock: boolean): Promise<ChannelRow | undefined> {
  return row<ChannelRow>(sql`
    select ${fields} from channels c
    where c."companyId" = ${companyId} and c."id" = ${id} and c."deletedAt" is null
    ${lock ? sql`for update of c` : empty}`);
}

/** A value of another statement: the id of the first channel of a type, else nothing. */
export const firstChannel = (companyId: string, type: Channel["type"]): Sql => sql`(
  select "id" from channels where "companyId" = ${companyId} and "deletedAt" is null and "type" = ${type}
  order by "id" limit 1)`;
