// SQL because a past comes in parts of any order: what it goes on from is found and locked in one statement.
import type { Actor } from "#server/core/actor.ts";
import { forward, moment } from "#server/db/moment.ts";
import { json, row, sql } from "#server/db/sql.ts";
import type { ConversationRow } from "../row.ts";

type Visitor = Pick<ConversationRow, "companyId" | "channelId" | "visitorId">;

/** The conversation of the past that these messages go on from: it ends before they begin. */
export function earlierOf(
  { companyId, channelId, visitorId }: Visitor,
  from: Date,
): Promise<ConversationRow | undefined> {
  return row<ConversationRow>(sql`
    select c.* from conversations c where c."companyId" = ${companyId} and c."channelId" = ${channelId}
      and c."visitorId" = ${visitorId} and c."imported" and c."lastMessageAt" <= ${from}
    order by c."lastMessageAt" desc, c."id" desc limit 1 for update of c`);
}

/** A conversation that was imported and that nobody has opened since, held; undefined: it is another's to go on. */
export function lockImported({ actor }: { actor: Actor }, id: string): Promise<ConversationRow | undefined> {
  return row<ConversationRow>(sql`
    select c.* from conversations c where c."companyId" = ${actor.companyId} and c."id" = ${id}
      and c."imported" and c."mergedIntoId" is null for update of c`);
}

/** Whether a conversation is still here, whatever became of it. */
export async function isHere({ actor }: { actor: Actor }, id: string): Promise<boolean> {
  const found = await row(sql`
    select 1 from conversations where "companyId" = ${actor.companyId} and "id" = ${id}`);
  return found !== undefined;
}

type Imported = Pick<
  ConversationRow,
  | "tags"
  | "operatorTags"
  | "conversationContext"
  | "assignedTo"
  | "teamId"
  | "closedAt"
  | "participants"
  | "lastSeq"
  | "lastMessage"
  | "lastMessageKind"
  | "lastMessageBy"
  | "lastMessageAt"
  | "lastVisitorMessageAt"
  | "firstHumanMessageAt"
>;

/** Closed, with its bot off; whom it is assigned to and when a person first answered stay what they were. */
export async function saveImported({ companyId, id }: ConversationRow, past: Imported): Promise<ConversationRow> {
  const after = await row<ConversationRow>(sql`
    update conversations set "imported" = true, "tags" = ${past.tags}::text[], "operatorTags" = ${json(past.operatorTags)},
      "conversationContext" = ${json(past.conversationContext)},
      "assignedTo" = coalesce("assignedTo", ${past.assignedTo}::uuid),
      "teamId" = coalesce("teamId", ${past.teamId}::uuid), "status" = 'closed', "chatbotState" = 'OFF',
      "closedAt" = ${past.closedAt}, "participants" = ${json(past.participants)},
      "lastSeq" = ${past.lastSeq}, "lastMessage" = ${past.lastMessage}, "lastMessageKind" = ${past.lastMessageKind},
      "lastMessageBy" = ${past.lastMessageBy}, "lastMessageAt" = ${past.lastMessageAt},
      "lastVisitorMessageAt" = ${past.lastVisitorMessageAt},
      "firstHumanMessageAt" = coalesce("firstHumanMessageAt", ${past.firstHumanMessageAt}::timestamptz),
      "updatedAt" = ${forward(moment())}
    where "companyId" = ${companyId} and "id" = ${id} returning *`);
  if (!after) throw new Error("a conversation that is locked is gone");
  return after;
}
