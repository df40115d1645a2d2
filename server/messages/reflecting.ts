import { lockAnyConversation } from "#server/conversations/access.sql.ts";
import { lastKindOf } from "#server/conversations/last-kind.ts";
import { retellLast } from "#server/conversations/row.sql.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { withSizes } from "#server/uploads/access.ts";
import { attachUploads } from "#server/uploads/attaching.ts";
import type { Known } from "./external.sql.ts";
import { type Reflected, saveReflected } from "./reflecting.sql.ts";
import { isLast } from "./row.sql.ts";
import type { MessageRow } from "./row.ts";
import type { MessageExtra } from "./schema.ts";
import { messageRow } from "./status/links.sql.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

type Locked = MessageRow & { channelId: string | null };

/** The message, under its conversation's lock, and the channel it came by. */
async function locked({ actor }: Context, { messageId, conversationId }: Known): Promise<Locked | undefined> {
  const conversation = await lockAnyConversation(actor, conversationId);
  const message = await messageRow(actor.companyId, messageId);
  return message && { ...message, channelId: conversation?.channelId ?? null };
}

async function save(context: Context, message: Locked, change: Reflected): Promise<void> {
  await saveReflected(message, change);
  const { companyId, conversationId, id: messageId, channelId } = message;
  const after = { ...message, ...change };
  const retold = after.text !== message.text || lastKindOf(after) !== lastKindOf(message);
  if (retold && (await isLast(message))) await retellLast({ companyId, id: conversationId }, after);
  context.emit({ type: "message/changed", conversationId, messageId, channelId });
}

/**
 * A reaction of the visitor: one for each person, by any of their ids; an empty emoji takes it away. `at`: when, as
 * platforms deliver in any order: an older one does not take the place of a newer.
 */
export async function reflectReaction(
  context: Context,
  known: Known,
  ids: readonly [string, ...string[]],
  { emoji, at }: { emoji: string; at: Date },
): Promise<boolean> {
  const message = await locked(context, known);
  if (!message) return false;
  const before = message.extra?.reactions ?? [];
  const times = message.extra?.reactedAt ?? {};
  if (ids.some((id) => at < new Date(times[id] ?? 0))) return true;
  const others = before.filter((one) => !ids.includes(one.by) || one.from === "team");
  const reactions = emoji ? [...others, { emoji, by: ids[0] }] : others;
  const reactedAt = { ...times, [ids[0]]: at.toISOString() };
  if (JSON.stringify(before) !== JSON.stringify(reactions))
    await save(context, message, { extra: { ...message.extra, reactions, reactedAt } });
  return true;
}

/** Applies an edit that the author made at the platform, unless a later one came before it. */
export async function reflectEdit(
  context: Context,
  known: Known,
  { text, at }: { text: string; at: Date },
): Promise<boolean> {
  const message = await locked(context, known);
  if (!message) return false;
  const outdated = at < (message.editedAt ?? at);
  if (message.extra?.deleted || outdated || message.text === text) return true;
  // A picture has its caption too.
  const attachments = message.attachments.map((one) =>
    one.title === "" && one.text === message.text ? { ...one, text } : one,
  );
  const editedAt = new Date(Math.min(at.getTime(), context.now.getTime()));
  await save(context, message, { text, attachments, editedAt });
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
  const { missing: before, missingWhy: _before, ...rest } = message.extra ?? {};
  const { missing, missingWhy } = found.extra;
  if (found.attachments.length === 0 && missing === before) return false;
  const sized = await withSizes(message.companyId, found.attachments);
  const attachments = inOrder(message.attachments, { ...found, attachments: sized }, gaps);
  const files = [...(rest.files ?? []), ...(found.extra.files ?? [])];
  const extra = {
    ...rest,
    ...(files.length > 0 ? { files } : {}),
    ...(missing ? { missing } : {}),
    ...(missingWhy ? { missingWhy } : {}),
  };
  const first = message.attachments.length === 0 && message.type !== "text/plain";
  const type = first && found.attachments.length > 0 ? found.type : message.type;
  await save(context, message, { extra, attachments, type });
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
  await save(context, message, { text, extra });
  return true;
}

/** Applies a deletion by the author: text and pictures go, a trace of the message stays. */
export async function reflectDeletion(context: Context, known: Known): Promise<boolean> {
  const message = await locked(context, known);
  if (!message) return false;
  if (message.extra?.deleted) return true;
  // Nothing that was said stays: what a new kind of message carries goes too.
  const { quoted, reactions, elsewhere } = message.extra ?? {};
  const kept = { ...(quoted && { quoted }), ...(reactions && { reactions }), ...(elsewhere && { elsewhere }) };
  await save(context, message, { text: "", extra: { ...kept, deleted: true }, attachments: [] });
  return true;
}
