// SQL because these stand in the way of every message of a platform: each is one named statement by its key.
import { AppError } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { execute, row, sql } from "#server/db/sql.ts";
import type { MessageRow } from "./row.ts";

export type Known = { messageId: string; conversationId: string };

/** Which message has this id at the channel's platform. */
export function knownMessage(actor: Actor, channelId: string, externalId: string): Promise<Known | undefined> {
  return row<Known>(sql`
    select "messageId", "conversationId" from message_links where "companyId" = ${actor.companyId}
      and "channelId" = ${channelId} and "externalId" = ${externalId}`);
}

type Claim = {
  channelId: string;
  externalId: string;
  message: Pick<MessageRow, "id" | "conversationId" | "externalId">;
  status: "sent" | "read";
};

/** Links a message from a platform to its id there; a second writer of the same id loses its whole transaction. */
export async function claimExternal(actor: Actor, { channelId, externalId, message, status }: Claim): Promise<void> {
  const claimed = await execute(sql`
    insert into message_links ("companyId", "channelId", "externalId", "conversationId", "messageId", "status")
    values (${actor.companyId}, ${channelId}, ${externalId}, ${message.conversationId}, ${message.id}, ${status})
    on conflict ("companyId", "channelId", "externalId") do nothing`);
  if (claimed === 0) throw new AppError("already_exists");
  if (message.externalId === externalId) return;
  await execute(sql`
    update messages set "externalId" = ${externalId} where "companyId" = ${actor.companyId} and "id" = ${message.id}`);
}

/** The words of one option of a message of the team. */
export async function optionOf(actor: Actor, messageId: string, index: number): Promise<string | undefined> {
  if (!isId(messageId)) return undefined;
  const found = await row<{ responseOptions: string[] }>(sql`
    select "responseOptions" from messages where "companyId" = ${actor.companyId} and "id" = ${messageId}`);
  return found?.responseOptions[index];
}

export function lastTeamMessage(actor: Actor, conversationId: string): Promise<MessageRow | undefined> {
  return row<MessageRow>(sql`
    select * from messages where "companyId" = ${actor.companyId} and "conversationId" = ${conversationId}
      and "fromType" in ('user', 'robot') order by "seq" desc limit 1`);
}

/** Platform id of the visitor's latest message in a conversation: what a read mark names. */
export async function latestInboundId(actor: Actor, conversationId: string): Promise<string | undefined> {
  const found = await row<{ externalId: string }>(sql`
    select "externalId" from messages where "companyId" = ${actor.companyId} and "conversationId" = ${conversationId}
      and "fromType" = 'visitor' and "externalId" is not null order by "seq" desc limit 1`);
  return found?.externalId;
}

/** Whether a side has written in a conversation after a seq. */
export async function repliedSince(
  companyId: string,
  conversationId: string,
  fromType: "visitor" | "user",
  seq: number,
  since = new Date(0),
): Promise<boolean> {
  const found = await row(sql`
    select 1 from messages where "companyId" = ${companyId} and "conversationId" = ${conversationId}
      and "seq" > ${seq} and "fromType" = ${fromType} and "createdAt" >= ${since} limit 1`);
  return found !== undefined;
}
