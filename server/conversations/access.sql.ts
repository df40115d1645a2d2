// SQL because who sees a conversation is a condition on its row, and a row is locked before it changes.
import { AppError, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { type Actor, can, onlyAssigned, type Sight } from "#server/core/actor.ts";
import type { Scope } from "#server/core/permissions.ts";
import { empty, quick, row, rows, type Sql, sql } from "#server/db/sql.ts";
import type { ConversationRow } from "./row.ts";

export type Purpose = "clients_read" | "clients_write" | "chat_talk";

const scopeOf = (sight: Sight, purpose: Purpose): Scope => (purpose === "clients_read" ? sight.read : sight.write);

/** What a custom role reaches besides one's own rows, of rows `c`: those of one's teams, or of the role's channels (W11). */
export function reachOf({ sight }: Actor, purpose: Purpose): Sql {
  if (!sight) return empty;
  const scope = scopeOf(sight, purpose);
  if (scope === "team") return sql` or c."teamId" = any(${[...sight.teamIds]}::uuid[])`;
  return scope === "channel" ? sql` or c."channelId" = any(${[...sight.channelIds]}::uuid[])` : empty;
}

/** Whether the actor is limited to its own rows for this purpose (C1). */
function restricted(actor: Actor, purpose: Purpose): boolean {
  if (actor.visitor) return true;
  if (purpose === "chat_talk") {
    if (actor.sight) return actor.sight.write !== "all";
    return actor.permissions.has("clients_read_assigned") && onlyAssigned(actor, "clients_read");
  }
  return onlyAssigned(actor, purpose);
}

/**
 * The condition ` and ...` on the conversations row `c`
 * that holds for what the actor may see. Empty: everything of the company.
 */
export function visibleOnly(actor: Actor, purpose: Purpose): Sql {
  if (!restricted(actor, purpose)) return empty;
  if (actor.visitor) {
    return sql` and c."visitorId" = ${actor.visitor.visitorId} and c."channelId" = ${actor.visitor.channelId}`;
  }
  const unassigned = actor.seesUnassigned ? sql` or c."assignedTo" is null` : empty;
  // A note that names somebody asks them to look and to answer, not to change what is not theirs (W3).
  const mentioned = sql` or exists (
    select 1 from conversation_mentions n where n."companyId" = c."companyId" and n."conversationId" = c."id"
      and n."userId" = ${actor.userId}::uuid)`;
  return sql` and (c."assignedTo" = ${actor.userId}::uuid${unassigned}${reachOf(actor, purpose)} or exists (
    select 1 from contacts k where k."companyId" = c."companyId" and k."id" = c."contactId"
      and k."assignedTo" = ${actor.userId}::uuid)${purpose === "clients_write" ? empty : mentioned})`;
}

/** The people who see the conversations row `c` because a note names them, until it closes (W3). */
export const mentionedIn = sql`array(select n."userId" from conversation_mentions n
  where n."companyId" = c."companyId" and n."conversationId" = c."id")`;

/** The same as `visibleOnly` for rows of another table that name a conversation, in `column`. */
export function visibleBy(actor: Actor, column: Sql): Sql {
  if (!can(actor, "clients_read")) return sql` and ${column} is null`;
  const visible = visibleOnly(actor, "clients_read");
  if (visible === empty) return empty;
  return sql` and (${column} is null or exists (select 1 from conversations c
    where c."companyId" = ${actor.companyId} and c."id" = ${column}${visible}))`;
}

/** Whether the actor is limited to its own rows when it talks, or reads. */
export const onlyOwn = restricted;

/** Whether the conversation that this column names is one that the actor may see. */
export function ofVisibleConversation(actor: Actor, purpose: Purpose, column: Sql): Sql {
  return sql`exists (select 1 from conversations c
    where c."companyId" = ${actor.companyId} and c."id" = ${column}${visibleOnly(actor, purpose)})`;
}

/** Whether the conversation that this column names is one of the contact, and not only claimed. */
export function ofContact(companyId: string, contactId: string, column: Sql): Sql {
  return sql`${column} in (select c."id" from conversations c
    where c."companyId" = ${companyId} and c."contactId" = ${contactId} and c."contactLink" <> 'claimed')`;
}

type Person = Pick<ConversationRow, "companyId" | "contactId" | "visitorId" | "channelId">;

/** Whether the conversation that this column names is one of the same visitor, or of the same contact. */
export function ofPerson({ companyId, contactId, visitorId, channelId }: Person, column: Sql): Sql {
  const contact = contactId
    ? sql` union all select c."id" from conversations c where c."companyId" = ${companyId} and c."contactId" = ${contactId}`
    : empty;
  return sql`${column} in (select c."id" from conversations c
    where c."companyId" = ${companyId} and c."visitorId" = ${visitorId} and c."channelId" = ${channelId}${contact})`;
}

/** The ids of the conversations `c` whose contact is assigned to the person, as far as the condition ` and ...` holds. */
export function ofOwnContacts(companyId: string, userId: string | null, held: Sql = empty): Sql {
  return sql`select c."id" from contacts k
    join conversations c on c."companyId" = k."companyId" and c."contactId" = k."id"
    where k."companyId" = ${companyId} and k."assignedTo" = ${userId}::uuid${held}`;
}

/** The channel of a conversation, whoever asks; null where it is gone. */
export async function channelOfConversation({ companyId }: Pick<Actor, "companyId">, id: string) {
  const found = await row<{ channelId: string }>(sql`
    select "channelId" from conversations where "companyId" = ${companyId} and "id" = ${id}`);
  return found?.channelId ?? null;
}

export function seesEverything(actor: Actor): boolean {
  return !restricted(actor, "clients_read");
}

async function find(actor: Actor, id: string, purpose: Purpose, lock: Sql): Promise<ConversationRow> {
  const byKey = sql`
    select c.* from conversations c
    where c."companyId" = ${actor.companyId} and c."id" = ${id}${visibleOnly(actor, purpose)}${lock}`;
  const found = isId(id) ? await row<ConversationRow>(lock === empty ? quick(byKey) : byKey) : undefined;
  if (!found) throw notFound("conversation");
  return found;
}

/** A conversation the actor may read; not_found otherwise. */
export function readableConversation(actor: Actor, id: string): Promise<ConversationRow> {
  return find(actor, id, "clients_read", empty);
}

/** The same, holding its row lock until the end of the transaction: everything that happens in it is ordered by it. */
export function lockConversation(actor: Actor, id: string, purpose: Purpose): Promise<ConversationRow> {
  return find(actor, id, purpose, sql` for update of c`);
}

/**
 * Locks a conversation for a job or a platform's webhook, regardless of who may see it; undefined when it was deleted.
 */
export async function lockAnyConversation(
  { companyId }: Pick<Actor, "companyId">,
  id: string,
): Promise<ConversationRow | undefined> {
  if (!isId(id)) return undefined;
  return row<ConversationRow>(sql`
    select * from conversations where "companyId" = ${companyId} and "id" = ${id} for update`);
}

/** Names of visitors, of those conversations that the actor may read, by their ids. */
export async function visitorNames(actor: Actor, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  if (!can(actor, "clients_read")) return new Map();
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  return new Map((await readableConversations(actor, wanted)).map(({ id, visitorName }) => [id, visitorName]));
}

/** Holds conversations whose messages are to be written, in the order of ids, like all other code. */
export async function holdConversations(companyId: string, ids: readonly string[]): Promise<void> {
  await rows(sql`
    select 1 from conversations where "companyId" = ${companyId} and "id" = any(${ids}::uuid[]) order by "id" for update`);
}

/** All conversations of these contacts, before the contacts themselves are held. */
export async function holdConversationsOf(companyId: string, contactIds: readonly string[]): Promise<void> {
  await rows(sql`
    select 1 from conversations where "companyId" = ${companyId} and "contactId" = any(${contactIds}::uuid[])
    order by "id" for update`);
}

/** All of one person: the contact's, and those that the same visitor had on the same channel before anybody knew who it was. */
const ofOnePerson = (companyId: string, contactId: string) => sql`
  select "id" from conversations where "companyId" = ${companyId} and ("contactId" = ${contactId}::uuid
    or ("contactId" is null and "visitorId" <> '' and ("channelId", "visitorId") in (
      select "channelId", "visitorId" from conversations
      where "companyId" = ${companyId} and "contactId" = ${contactId}::uuid)))
  order by "id"`;

export async function conversationsOfPerson(companyId: string, contactId: string): Promise<string[]> {
  return (await rows<{ id: string }>(ofOnePerson(companyId, contactId))).map(({ id }) => id);
}

/** The same, held. */
export async function holdConversationsOfPerson(companyId: string, contactId: string): Promise<string[]> {
  return (await rows<{ id: string }>(sql`${ofOnePerson(companyId, contactId)} for update`)).map(({ id }) => id);
}

/** Those of `ids` that the actor may read. */
export async function readableConversations(actor: Actor, ids: readonly string[]): Promise<ConversationRow[]> {
  if (ids.length === 0) return [];
  return rows<ConversationRow>(sql`
    select c.* from conversations c
    where c."companyId" = ${actor.companyId} and c."id" = any(${ids}::uuid[])${visibleOnly(actor, "clients_read")}`);
}

/**
 * Who holds a contact sees and changes all its conversations (C1): so only who reaches them already may say who holds it,
 * or whose they are.
 */
export async function requireReachOfAll(actor: Actor, contactIds: readonly string[]): Promise<void> {
  const visible = visibleOnly(actor, "clients_write");
  if (visible === empty) return;
  const beyond = await row(sql`
    select 1 from conversations c where c."companyId" = ${actor.companyId}
      and c."contactId" = any(${contactIds}::uuid[]) and (true${visible}) is not true limit 1`);
  if (!beyond) return;
  const message = "The contact has conversations beyond yours. Ask somebody who reaches them all.";
  throw new AppError("forbidden", { message });
}

/** Whose it is, whoever asks. */
export async function contactOfConversation(companyId: string, id: string): Promise<string | null> {
  const found = await row<{ contactId: string | null }>(sql`
    select "contactId" from conversations where "companyId" = ${companyId} and "id" = ${id}`);
  return found?.contactId ?? null;
}

/** All conversations of these contacts, whoever asks. */
export async function idsOfContacts(companyId: string, contactIds: readonly string[]): Promise<string[]> {
  const found = await rows<{ id: string }>(sql`
    select "id" from conversations where "companyId" = ${companyId} and "contactId" = any(${contactIds}::uuid[])`);
  return found.map(({ id }) => id);
}

/** A value of another statement: the id of the latest that the reader may see. */
export const latestSeen = (actor: Actor): Sql => sql`(
  select c."id" from conversations c where c."companyId" = ${actor.companyId} ${visibleOnly(actor, "clients_read")}
  order by c."id" desc limit 1)`;
/** What has ever happened, by functions that read few rows whatever the planner believes of the company's size. */
export const everFromWeb = (companyId: string): Sql =>
  sql`exists (select from parley_latest_of_channel(${companyId}, 'WEB', 1))`;
export const everAnswered = (companyId: string): Sql =>
  sql`exists (select from parley_latest_handled(${companyId}, 'human', 1))`;
/** On a page of another origin than our own, one of the latest: the widget stands on a site. */
export const everFromSite = (companyId: string, ownOrigin: string): Sql => sql`exists (
  select from parley_latest_pages(${companyId}, 'WEB', 200) l ("url")
  where l."url" like 'http%' and not starts_with(l."url" || '/', ${`${ownOrigin}/`}))`;
