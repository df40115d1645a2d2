// SQL because a status comes before its message's id, twice or out of order, and each statement takes what is there in that moment.
import { newId } from "#server/base/ids.ts";
import { execute, json, row, rows, sql } from "#server/db/sql.ts";
import type { Holds } from "../queue/outcomes.ts";
import type { MessageRow } from "../row.ts";
import type { MessageExtra } from "../schema.ts";
import type { DeliveryStatus } from "./ranks.ts";

type Own = { companyId: string; id: string };
/** A message, or one of its parts, as the platform names it. */
type Place = { companyId: string; channelId: string; externalId: string };
type Part = { externalId: string; channelId: string; messageId: string; status: DeliveryStatus };

export function messageRow(companyId: string, id: string): Promise<MessageRow | undefined> {
  return row<MessageRow>(sql`select * from messages where "companyId" = ${companyId} and "id" = ${id}`);
}

export async function saveStatus(
  message: Pick<MessageRow, "companyId" | "id" | "status" | "failureReason" | "extra">,
): Promise<void> {
  await execute(sql`
    update messages set "status" = ${message.status}, "failureReason" = ${message.failureReason},
      "extra" = ${json(message.extra)}
    where "companyId" = ${message.companyId} and "id" = ${message.id}`);
}

export function partsOf({ companyId, id }: Own): Promise<(Part & { holds: Holds | null })[]> {
  return rows<Part & { holds: Holds | null }>(sql`
    select "externalId", "channelId", "messageId", "status", "holds" from message_links
    where "companyId" = ${companyId} and "messageId" = ${id} order by "part"`);
}

export async function savePart({ companyId, channelId, externalId, status }: Place & { status: DeliveryStatus }) {
  await execute(sql`
    update message_links set "status" = ${status}
    where "companyId" = ${companyId} and "channelId" = ${channelId} and "externalId" = ${externalId}`);
}

/** Whether parts of the message have yet to leave. */
export async function isLeaving({ companyId, id }: Own): Promise<boolean> {
  const [pending] = await rows(sql`
    select 1 from message_sends
    where "companyId" = ${companyId} and "messageId" = ${id} and "state" in ('claimed', 'sending', 'waiting')`);
  return pending !== undefined;
}

/** The oldest message with this text that is on its way in a conversation, or whose outcome is unknown. */
export function leavingMessage(thread: Own, text: string): Promise<(MessageRow & { parts: number }) | undefined> {
  return row<MessageRow & { parts: number }>(sql`
    select m.*, s."parts" from message_sends s
    join messages m on m."companyId" = s."companyId" and m."id" = s."messageId"
    where s."companyId" = ${thread.companyId} and s."conversationId" = ${thread.id}
      and s."state" in ('claimed', 'sending', 'unknown') and m."text" = ${text} order by m."seq" limit 1`);
}

/** A send with unknown outcome has arrived after all: it goes on with the parts that follow. */
export async function resolveUnknown({ companyId, id }: Own, parts: number, now: Date): Promise<void> {
  await execute(sql`
    update message_sends set "state" = 'waiting', "parts" = ${parts}, "dueAt" = ${now}
    where "companyId" = ${companyId} and "messageId" = ${id} and "state" = 'unknown'`);
}

/** Stores the platform's id of a part, of which a status may have told before; the message keeps the id of its first. */
export async function insertLink(
  message: MessageRow,
  link: Place & { part: number; holds?: Holds | undefined },
): Promise<void> {
  const { companyId, channelId, externalId, part, holds } = link;
  await execute(sql`
    insert into message_links ("companyId", "channelId", "externalId", "conversationId", "messageId", "part", "holds")
    values (${companyId}, ${channelId}, ${externalId}, ${message.conversationId}, ${message.id}, ${part},
      ${holds ? json(holds) : null}::jsonb)
    on conflict ("companyId", "channelId", "externalId") do update set "holds" = excluded."holds"
      where excluded."holds" is not null`);
  await execute(sql`
    update messages set "externalId" = ${externalId}
    where "companyId" = ${companyId} and "id" = ${message.id} and "externalId" is null`);
}

export function linkOf(place: Place): Promise<{ messageId: string; conversationId: string } | undefined> {
  return row<{ messageId: string; conversationId: string }>(sql`
    select "messageId", "conversationId" from message_links where "companyId" = ${place.companyId}
      and "channelId" = ${place.channelId} and "externalId" = ${place.externalId}`);
}

type Told = {
  status: DeliveryStatus;
  code: string | null;
  reason: string | null;
  action: MessageExtra["action"] | null;
};

export type Held = Told & { at: Date };

/** Keeps a status of a message that is not known yet. */
export async function hold(place: Place, told: Held & { receivedAt: Date }): Promise<void> {
  await execute(sql`
    insert into held_statuses ("companyId", "id", "channelId", "externalId", "status", "code", "reason", "action", "at", "receivedAt")
    values (${place.companyId}, ${newId()}, ${place.channelId}, ${place.externalId}, ${told.status}, ${told.code},
      ${told.reason}, ${told.action}, ${told.at}, ${told.receivedAt})`);
}

/** Takes out the statuses that came before the message was known. */
export function takeHeld(place: Place): Promise<Held[]> {
  return rows<Held>(sql`
    delete from held_statuses where "companyId" = ${place.companyId} and "channelId" = ${place.channelId}
      and "externalId" = ${place.externalId} returning "status", "code", "reason", "action", "at"`);
}

/** Parts of what the team sent in a conversation up to a moment and that are not that far, newest first; at most 500. */
export function partsUpTo(thread: Own, status: DeliveryStatus, upTo: Date): Promise<Part[]> {
  return rows<Part>(sql`
    select l."channelId", l."externalId", l."messageId", l."status" from messages m
    join message_links l on l."companyId" = m."companyId" and l."messageId" = m."id"
    where m."companyId" = ${thread.companyId} and m."conversationId" = ${thread.id}
      and m."fromType" in ('user', 'robot') and l."status" in ('sent', 'delivered', 'failed')
      and l."status" <> ${status} and m."createdAt" <= ${upTo}
    order by m."seq" desc limit 500`);
}

/** Parts of what the team sent in a conversation before one and that are not that far, newest first; at most 500. */
export function partsBefore({ companyId, channelId, externalId }: Place, status: DeliveryStatus): Promise<Part[]> {
  return rows<Part>(sql`
    select l."channelId", l."externalId", l."messageId", l."status" from message_links named
    join messages n on n."companyId" = named."companyId" and n."id" = named."messageId"
    join messages m on m."companyId" = n."companyId" and m."conversationId" = n."conversationId" and m."seq" <= n."seq"
    join message_links l on l."companyId" = m."companyId" and l."messageId" = m."id"
    where named."companyId" = ${companyId} and named."channelId" = ${channelId} and named."externalId" = ${externalId}
      and l."channelId" = ${channelId} and m."fromType" in ('user', 'robot') and l."status" in ('sent', 'delivered')
      and l."status" <> ${status} and (m."seq" < n."seq" or l."part" < named."part")
    order by m."seq" desc limit 500`);
}
