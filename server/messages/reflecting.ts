import { lockAnyConversation } from "#server/conversations/access.sql.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { forward, moment } from "#server/db/moment.ts";
import { execute, json, row, sql } from "#server/db/sql.ts";
import { withSizes } from "#server/uploads/access.ts";
import { attachUploads } from "#server/uploads/attaching.ts";
import type { Known } from "./external.sql.ts";
import type { MessageRow } from "./row.ts";
import type { MessageExtra } from "./schema.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

async function locked(context: Context, { messageId, conversationId }: Known): Promise<MessageRow | undefined> {
  const own = sql`"companyId" = ${context.actor.companyId}`;
  await lockAnyConversation(context.actor, conversationId);
  return row<MessageRow>(sql`select * from messages where ${own} and "id" = ${messageId}`);
}

async function save(
  context: Context,
  message: MessageRow,
  text: string,
  extra: MessageExtra,
  more = sql``,
): Promise<void> {
  await execute(sql`
    update messages set "text" = ${text}, "extra" = ${json(extra)}${more}
    where "companyId" = ${message.companyId} and "id" = ${message.id}`);
  if (text !== message.text) {
    await execute(sql`update conversations set "lastMessage" = ${text}, "updatedAt" = ${forward(moment())}
      where "companyId" = ${message.companyId} and "id" = ${message.conversationId} and not exists (
        select 1 from messages where "companyId" = ${message.companyId} and "conversationId" = ${message.conversationId}
          and "seq" > ${message.seq} and "type" <> 'command')`);
  }
  const channel = await row<{ channelId: string }>(sql`
    select "channelId" from conversations where "companyId" = ${message.companyId} and "id" = ${message.conversationId}`);
  const about = {
    conversationId: message.conversationId,
    messageId: message.id,
    channelId: channel?.channelId ?? null,
  };
  context.emit({ type: "message/changed", ...about });
}

/** A reaction of the visitor: one for each person, an empty emoji takes it away. */
export async function reflectReaction(context: Context, known: Known, by: string, emoji: string): Promise<boolean> {
  const message = await locked(context, known);
  if (!message) return false;
  const before = message.extra?.reactions ?? [];
  const others = before.filter((one) => one.by !== by || one.from === "team");
  const reactions = emoji ? [...others, { emoji, by }] : others;
  if (JSON.stringify(before) !== JSON.stringify(reactions))
    await save(context, message, message.text, { ...message.extra, reactions });
  return true;
}

/** Applies an edit that the author made at the platform. */
export async function reflectEdit(context: Context, known: Known, text: string): Promise<boolean> {
  const message = await locked(context, known);
  if (!message) return false;
  if (message.extra?.deleted || message.text === text) return true;
  await save(context, message, text, message.extra ?? {}, sql`, "edited" = true, "editedAt" = ${context.now}`);
  return true;
}

type Files = Pick<MessageRow, "type" | "attachments"> & { extra: MessageExtra; places: readonly number[] };
type Attachments = MessageRow["attachments"];

/** Merges files in the order the visitor sent them; files that were not missing stay. */
function inOrder(there: Attachments, found: Files, gaps: readonly number[]): Attachments {
  const free = Array.from({ length: there.length + gaps.length }, (_, place) => place).filter(
    (place) => !gaps.includes(place),
  );
  const placed = [
    ...there.map((one, index) => ({ one, place: free[index] ?? index })),
    ...found.attachments.map((one, index) => ({ one, place: found.places[index] ?? Number.MAX_SAFE_INTEGER })),
  ];
  return placed.toSorted((a, b) => a.place - b.place).map(({ one }) => one);
}

/**
 * Files that came later than their message stand in it from now on, where `gaps` says they were left out; a message
 * that was taken back stays empty.
 */
export async function reflectFiles(
  context: Context,
  known: Known,
  found: Files,
  gaps: readonly number[] = [],
): Promise<boolean> {
  const message = await locked(context, known);
  if (!message || message.extra?.deleted) return false;
  const { missing: before, ...rest } = message.extra ?? {};
  const { missing } = found.extra;
  if (found.attachments.length === 0 && missing === before) return false;
  const sized = await withSizes(message.companyId, found.attachments);
  const attachments = inOrder(message.attachments, { ...found, attachments: sized }, gaps);
  const files = [...(rest.files ?? []), ...(found.extra.files ?? [])];
  const extra = { ...rest, ...(files.length > 0 ? { files } : {}), ...(missing ? { missing } : {}) };
  const first = message.attachments.length === 0 && message.type !== "text/plain";
  const type = first && found.attachments.length > 0 ? found.type : message.type;
  const more = sql`, "attachments" = ${json(attachments)}, "type" = ${type}`;
  await save(context, message, message.text, extra, more);
  const urls = found.attachments.map((one) => one.image_url);
  await attachUploads({ companyId: message.companyId, id: message.conversationId }, urls);
  return true;
}

/** Gives a placeholder its file, so that it is fetched. Returns false where there is no such placeholder. */
export async function reflectPlaceholder(
  context: Context,
  known: Known,
  { text, what }: { text: string; what: string },
): Promise<boolean> {
  const message = await locked(context, known);
  if (!message || message.extra?.what !== what) return false;
  const { what: _what, ...extra } = message.extra;
  await save(context, message, text, extra);
  return true;
}

/** Applies a deletion by the author: text and pictures go, a trace of the message stays. */
export async function reflectDeletion(context: Context, known: Known): Promise<boolean> {
  const message = await locked(context, known);
  if (!message) return false;
  if (message.extra?.deleted) return true;
  const { files: _files, place: _place, ...rest } = message.extra ?? {};
  await save(context, message, "", { ...rest, deleted: true }, sql`, "attachments" = '[]'`);
  return true;
}
