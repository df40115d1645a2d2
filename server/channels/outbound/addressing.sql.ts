// SQL because people are found over their conversations, and one address is asked for by each message that leaves.

import type { ConversationRow } from "#server/conversations/row.ts";
import type { Windowed } from "#server/conversations/viewing.ts";
import type { Channel, ChannelIdentity } from "#server/db/generated/client.ts";
import { execute, row, rows, sql } from "#server/db/sql.ts";

type On = { companyId: string; channelId: Channel["id"] };

/** The latest of each contact. */
export function findUserIds({ companyId, channelId }: On, contactIds: readonly string[]) {
  return rows<{ contactId: string; userId: string }>(sql`
    select distinct on (c."contactId") c."contactId", i."userId" from conversations c
    join channel_identities i on i."companyId" = c."companyId" and i."channelId" = c."channelId"
      and i."visitorId" = c."visitorId"
    where c."companyId" = ${companyId} and c."channelId" = ${channelId}
      and c."contactId" = any(${contactIds}::uuid[]) and i."userId" is not null
    order by c."contactId", c."id" desc`);
}

export function findContactOf({ companyId, channelId }: On, userId: string) {
  return row<{ contactId: string }>(sql`
    select c."contactId" from channel_identities i
    join conversations c on c."companyId" = i."companyId" and c."channelId" = i."channelId"
      and c."visitorId" = i."visitorId"
    where i."companyId" = ${companyId} and i."channelId" = ${channelId} and i."userId" = ${userId}
      and c."contactId" is not null order by c."id" desc limit 1`);
}

/** `humanAgent`: the channel's setting; `language`: that of the flow, else the chatbot's. */
type Address = Pick<ConversationRow, "channelId" | "visitorId" | "visitorPhone" | "channel" | keyof Windowed> & {
  humanAgent: boolean;
  language: string | null;
};

export function findAddress(companyId: string, conversationId: string): Promise<Address | undefined> {
  return row<Address>(sql`
    select k."channelId", k."visitorId", k."visitorPhone", k."channel",
      k."windowed", k."lastVisitorMessageAt", k."createdAt", k."freeEntryUntil",
      coalesce(c."settings"->'humanAgent' = 'true', false) as "humanAgent",
      coalesce(nullif(k."flowState"->>'language', ''), b."settings"->>'lang') as "language"
    from conversations k join channels c on c."companyId" = k."companyId" and c."id" = k."channelId"
    left join chatbots b on b."companyId" = c."companyId" and b."id" = c."chatbotId"
    where k."companyId" = ${companyId} and k."id" = ${conversationId}`);
}

/** Said of the person to whom a message went. */
export type Said = { optedOutAt: Date } | { unreachable: NonNullable<ChannelIdentity["unreachable"]> };

export async function notePerson({ companyId, channelId }: On, externalId: string, said: Said): Promise<void> {
  const change =
    "optedOutAt" in said
      ? sql`"optedOutAt" = coalesce("optedOutAt", ${said.optedOutAt})`
      : sql`"unreachable" = ${said.unreachable}`;
  await execute(sql`
    update channel_identities i set ${change} from message_links l
    join conversations c on c."companyId" = l."companyId" and c."id" = l."conversationId"
    where l."companyId" = ${companyId} and l."channelId" = ${channelId} and l."externalId" = ${externalId}
      and i."companyId" = ${companyId} and i."channelId" = ${channelId} and i."visitorId" = c."visitorId"`);
}
