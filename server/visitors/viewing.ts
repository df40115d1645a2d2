import type { z } from "zod";
import type { Actor } from "#server/core/actor.ts";
import { shownToVisitor } from "#server/fields/showing.ts";
import { type MessageRow, withUrls } from "#server/messages/row.ts";
import { presentUrl } from "#server/uploads/storage.ts";
import type { VisitorConversation, visitorMessageSchema } from "./schema.ts";
import { conversationOfVisitor, type SeenMessage } from "./viewing.sql.ts";

type View = z.input<typeof visitorMessageSchema>;

/** First name of an agent; an external operator has no name. */
function shownName(message: MessageRow): string {
  if (message.senderType === "externalOperator") return "";
  if (message.senderType === "user") return message.senderName.trim().split(/\s+/)[0] ?? "";
  // What the team calls a rule is its own business.
  return message.senderType === "robot" && !message.extra?.rule ? message.senderName : "";
}

/** A message as its visitor may see it (M4); undefined for what is the team's own business. */
export function viewForVisitor(row: MessageRow, avatarUrl: string | null = null): View | undefined {
  const message = withUrls(row, presentUrl);
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
    reacted: reactions.find(({ from }) => from !== "team")?.emoji ?? null,
    options: message.responseOptions,
    survey: message.fromType === "visitor" ? null : (message.extra?.survey ?? null),
    status,
    clientMessageId: from === "visitor" ? message.clientMessageId : null,
    edited,
    createdAt,
  };
}

export function viewAllForVisitor(found: readonly SeenMessage[]): View[] {
  return found.flatMap((message) => viewForVisitor(message, message.avatarUrl) ?? []);
}

async function viewConversation(actor: Actor, id: string | null): Promise<VisitorConversation | null> {
  const found = await conversationOfVisitor(actor, id);
  if (!found) return null;
  const { customFields, ...own } = found;
  return { ...own, fields: await shownToVisitor(actor, customFields) };
}

/** The conversation a visitor was last in. */
export function latestConversation(actor: Actor): Promise<VisitorConversation | null> {
  return viewConversation(actor, null);
}

export async function viewVisitorConversation(actor: Actor, id: string): Promise<VisitorConversation> {
  const found = await viewConversation(actor, id);
  if (!found) throw new Error("a visitor's own conversation can be read");
  return found;
}
