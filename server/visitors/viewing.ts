import type { z } from "zod";
import type { Actor } from "#server/core/actor.ts";
import { row, rows, sql } from "#server/db/sql.ts";
import { shownToVisitor } from "#server/fields/showing.ts";
import type { MessageRow } from "#server/messages/row.ts";
import type { VisitorConversation, visitorMessageSchema } from "./schema.ts";

type View = z.input<typeof visitorMessageSchema>;
export type SeenMessage = MessageRow & { avatarUrl: string | null };

/** First name of an agent; an external operator has no name. */
function shownName(message: MessageRow): string {
  if (message.senderType === "externalOperator") return "";
  if (message.senderType === "user") return message.senderName.trim().split(/\s+/)[0] ?? "";
  // What the team calls a rule is its own business.
  return message.senderType === "robot" && !message.extra?.rule ? message.senderName : "";
}

/** A message as its visitor may see it (M4); undefined for what is the team's own business. */
export function viewForVisitor(message: MessageRow, avatarUrl: string | null = null): View | undefined {
  if (message.type === "command" || message.fromType === "system") return undefined;
  const { id, conversationId, seq, type, text, status, edited, createdAt } = message;
  const { files, quoted, reactions = [] } = message.extra ?? {};
  const [attached] = message.attachments;
  const known = files?.find(({ url }) => url === attached?.image_url);
  const picture = known ? undefined : attached;
  const file = known ? { name: known.name, contentType: known.contentType, size: known.size, url: known.url } : null;
  const from = message.fromType === "user" ? "agent" : message.fromType;
  return {
    id,
    conversationId,
    seq,
    from,
    name: shownName(message),
    avatarUrl: from === "agent" ? (avatarUrl ?? "") : "",
    type,
    text,
    imageUrl: picture?.image_url ?? "",
    imageWidth: picture?.width ?? null,
    imageHeight: picture?.height ?? null,
    file,
    quotedId: quoted?.messageId ?? null,
    reactions: reactions.map(({ emoji }) => emoji),
    options: message.responseOptions,
    survey: message.fromType === "visitor" ? null : (message.extra?.survey ?? null),
    status,
    clientMessageId: from === "visitor" ? message.clientMessageId : null,
    edited,
    createdAt,
  };
}

/** Columns of a message with its agent's picture; to be joined as `messages m left join users u`. */
export const seenMessages = sql`select m.*, u."avatarUrl" from messages m
  left join users u on u."companyId" = m."companyId" and m."senderType" = 'user' and u."id"::text = m."sender"`;

export function viewAllForVisitor(found: readonly SeenMessage[]): View[] {
  return found.flatMap((message) => viewForVisitor(message, message.avatarUrl) ?? []);
}

type Stored = Omit<VisitorConversation, "fields"> & { customFields: Record<string, unknown> };

/** The visitor's view of conversations that `where` selects on `c`, latest first. */
async function visitorConversations(actor: Actor, only: { id: string } | undefined): Promise<VisitorConversation[]> {
  const visitor = actor.visitor;
  if (!visitor) return [];
  const found = await rows<Stored>(sql`
    select c."id", c."customFields", c."status" = 'closed' as "closed", c."lastSeq", c."visitorReadSeq" as "readSeq",
      c."chatbotState" = 'ON' and coalesce(b."enabled" and not b."muted", false) as "botActive",
      (select count(*)::int from messages m where m."companyId" = c."companyId" and m."conversationId" = c."id"
        and m."seq" > c."visitorReadSeq" and m."fromType" in ('user', 'robot')) as "unread"
    from conversations c
    join channels k on k."companyId" = c."companyId" and k."id" = c."channelId"
    left join chatbots b on b."companyId" = k."companyId" and b."id" = k."chatbotId"
    where c."companyId" = ${actor.companyId} and c."visitorId" = ${visitor.visitorId}
      and c."channelId" = ${visitor.channelId} and (${only?.id ?? null}::uuid is null or c."id" = ${only?.id ?? null}::uuid)
    order by coalesce(c."lastMessageAt", c."createdAt") desc, c."id" desc limit 1`);
  return Promise.all(
    found.map(async ({ customFields, ...own }) => ({ ...own, fields: await shownToVisitor(actor, customFields) })),
  );
}

/** The conversation a visitor was last in. */
export async function latestConversation(actor: Actor): Promise<VisitorConversation | null> {
  return (await visitorConversations(actor, undefined))[0] ?? null;
}

export async function viewVisitorConversation(actor: Actor, id: string): Promise<VisitorConversation> {
  const [found] = await visitorConversations(actor, { id });
  if (!found) throw new Error("a visitor's own conversation can be read");
  return found;
}

/** One message with its agent's picture. */
export function seenMessage(actor: Actor, id: string): Promise<SeenMessage | undefined> {
  return row<SeenMessage>(sql`${seenMessages} where m."companyId" = ${actor.companyId} and m."id" = ${id}`);
}
