// SQL because accounts are told apart over three tables.
import type { Channel, ChannelIdentity, Contact } from "#server/db/generated/client.ts";
import { rows, sql } from "#server/db/sql.ts";

type Key = Pick<Contact, "companyId" | "id">;

/** `userId` is empty where only a number is known. */
type Account = Pick<ChannelIdentity, "channelId" | "username" | "phone" | "unreachable"> &
  Pick<Channel, "label" | "type"> & { userId: string };

/** The accounts at platforms from which a contact has written. */
export function accountsOf({ companyId, id }: Key): Promise<Account[]> {
  return rows<Account>(sql`
    select distinct i."channelId", h."label", h."type", i."username", coalesce(i."userId", '') as "userId", i."phone",
      i."unreachable" from conversations c
    join channel_identities i on i."companyId" = c."companyId" and i."channelId" = c."channelId"
      and i."visitorId" = c."visitorId"
    join channels h on h."companyId" = i."companyId" and h."id" = i."channelId"
    where c."companyId" = ${companyId} and c."contactId" = ${id} order by h."label", i."username" limit 20`);
}
