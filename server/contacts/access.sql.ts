// SQL because who sees a contact is a condition on its row, and a row is locked before it changes.
import { AppError, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { type Actor, onlyAssigned } from "#server/core/actor.ts";
import { empty, quick, row, rows, type Sql, sql } from "#server/db/sql.ts";
import { wentTo } from "./merged/merged.sql.ts";
import { shownColumns } from "./row.sql.ts";
import type { ContactRow, ShownContact } from "./row.ts";

export type Purpose = "clients_read" | "clients_write";

/**
 * The condition ` and ...` on the contacts row `k` that holds for what the actor may see: contacts assigned to it, and
 * those of its conversations; agents also see what nobody holds. A conversation that merely claims a contact shows it to
 * nobody (D10). Empty: everything of the company.
 */
export function visibleOnly(actor: Actor, purpose: Purpose): Sql {
  if (!onlyAssigned(actor, purpose)) return empty;
  const me = actor.userId;
  const free = actor.seesUnassigned;
  const further = reachOf(actor, purpose);
  const direct = further.ofContact;
  // With an offset the planner asks for each contact, and does not read all conversations of the company beforehand.
  return sql` and (k."assignedTo" = ${me}::uuid${free ? sql` or k."assignedTo" is null` : empty}${direct} or exists (
    select 1 from conversations c where c."companyId" = k."companyId" and c."contactId" = k."id"
      and c."contactLink" <> 'claimed' and (c."assignedTo" = ${me}::uuid${free ? sql` or c."assignedTo" is null` : empty}${further.ofConversation}) offset 0))`;
}

/** What a custom role reaches besides: contacts `k` of its channels, and those of conversations `c` that it reaches (W11). */
function reachOf({ sight }: Actor, purpose: Purpose): { ofContact: Sql; ofConversation: Sql } {
  if (!sight) return { ofContact: empty, ofConversation: empty };
  const scope = purpose === "clients_read" ? sight.read : sight.write;
  if (scope === "team")
    return { ofContact: empty, ofConversation: sql` or c."teamId" = any(${[...sight.teamIds]}::uuid[])` };
  if (scope !== "channel") return { ofContact: empty, ofConversation: empty };
  const ids = [...sight.channelIds];
  return {
    ofContact: sql` or k."channelId" = any(${ids}::uuid[])`,
    ofConversation: sql` or c."channelId" = any(${ids}::uuid[])`,
  };
}

/** Whether a list is held to what the actor may see. */
export function isHeld(actor: Actor): boolean {
  return onlyAssigned(actor, "clients_read");
}

/** Whether the contact that this column names is one that the actor may see. */
export function ofVisibleContact(actor: Actor, purpose: Purpose, column: Sql): Sql {
  return sql`exists (select 1 from contacts k
    where k."companyId" = ${actor.companyId} and k."id" = ${column}${visibleOnly(actor, purpose)})`;
}

/**
 * The same rule as keys of contact_links, for lists and totals; null: everything, or what has no keys (a custom role that
 * reaches further than one's own: `visibleOnly` tells).
 */
export function visibleKeys(actor: Actor): string[] | null {
  const further = actor.sight && actor.sight.read !== "assigned";
  if (!onlyAssigned(actor, "clients_read") || further) return null;
  return [`seen:${actor.userId}`, ...(actor.seesUnassigned ? ["seen:UNASSIGNED"] : [])];
}

/**
 * The ids of all that a custom role reaches by its teams or channels, each found by what it is: for totals and for what is
 * collected, where `visibleOnly` would look at every contact of the company. Undefined where keys tell, or all is seen.
 */
export function reachedIds(actor: Actor): Sql | undefined {
  const { companyId, sight } = actor;
  if (!sight || !isHeld(actor) || visibleKeys(actor)) return undefined;
  const own = [`seen:${actor.userId}`, ...(actor.seesUnassigned ? ["seen:UNASSIGNED"] : [])];
  const [column, ids] =
    sight.read === "team"
      ? [sql`c."teamId"`, sql`${[...sight.teamIds]}::uuid[]`]
      : [sql`c."channelId"`, sql`${[...sight.channelIds]}::uuid[]`];
  const ofChannels = sql` union select k."id" from contacts k where k."companyId" = ${companyId} and k."channelId" = any(${ids})`;
  return sql`
    select l."contactId" as "id" from contact_links l where l."companyId" = ${companyId} and l."key" = any(${own}::text[])
    ${sight.read === "channel" ? ofChannels : empty}
    union select c."contactId" from conversations c where c."companyId" = ${companyId} and ${column} = any(${ids})
      and c."contactId" is not null and c."contactLink" <> 'claimed'`;
}

/** The ids of all that the actor sees, by whatever tells it, for statements that compare sets; undefined: everything. */
export function seenIds(actor: Actor): Sql | undefined {
  const keys = visibleKeys(actor);
  if (!keys) return reachedIds(actor);
  return sql`select l."contactId" as "id" from contact_links l where l."companyId" = ${actor.companyId} and l."key" = any(${keys}::text[])`;
}

/** A contact the actor may read; not_found otherwise. One named statement by key: the hottest read of the API. */
export async function readableContact(actor: Actor, id: string): Promise<ShownContact> {
  const found = isId(id)
    ? await row<ShownContact>(
        quick(sql`
          select ${shownColumns} from contacts k
          where k."companyId" = ${actor.companyId} and k."id" = ${id}${visibleOnly(actor, "clients_read")}`),
      )
    : undefined;
  if (!found) throw await goneFrom(actor, id);
  return found;
}

/** Not found; where it went, if it was merged into a contact that the actor may read. */
async function goneFrom(actor: Actor, id: string): Promise<AppError> {
  const at = isId(id) ? await wentTo(actor, id) : undefined;
  const [winner] = at ? await readableContacts(actor, [at]) : [];
  const missing = notFound("contact");
  return winner ? new AppError("not_found", { message: missing.message, extra: { mergedInto: winner.id } }) : missing;
}

/** A contact the actor may change, its row locked until the end of the transaction. */
export async function lockContact(actor: Actor, id: string): Promise<ContactRow> {
  const found = isId(id)
    ? await row<ContactRow>(sql`
        select k.* from contacts k
        where k."companyId" = ${actor.companyId} and k."id" = ${id}${visibleOnly(actor, "clients_write")} for update of k`)
    : undefined;
  if (!found) throw await goneFrom(actor, id);
  return found;
}

/** Those of `ids` that the actor may read. */
export async function readableContacts(actor: Actor, ids: readonly string[]): Promise<ShownContact[]> {
  if (ids.length === 0) return [];
  return rows<ShownContact>(sql`
    select ${shownColumns} from contacts k
    where k."companyId" = ${actor.companyId} and k."id" = any(${ids.filter(isId)}::uuid[])
      ${visibleOnly(actor, "clients_read")}`);
}

/** Which of `ids` the actor may change. */
export async function changeableIds(actor: Actor, ids: readonly string[]): Promise<Set<string>> {
  const found = await rows<{ id: string }>(sql`
    select k."id" from contacts k
    where k."companyId" = ${actor.companyId} and k."id" = any(${ids.filter(isId)}::uuid[])
      ${visibleOnly(actor, "clients_write")}`);
  return new Set(found.map((one) => one.id));
}

/** For the conversation's unit of work: the contact behind it, whoever acts; undefined where it is gone. */
export function lockById(actor: Actor, id: string | null): Promise<ContactRow | undefined> {
  return row<ContactRow>(sql`
    select k.* from contacts k where k."companyId" = ${actor.companyId} and k."id" = ${id}::uuid for update`);
}

/** What contacts are called, whoever may see them: beside conversations, which are seen with them. */
export async function contactNames({ companyId }: Actor, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await rows<Pick<ContactRow, "id" | "name">>(sql`
    select "id", "name" from contacts where "companyId" = ${companyId} and "id" = any(${[...ids]}::uuid[])`);
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** What the company keeps of a contact besides, whoever may see it; of one that is gone: nothing. */
export async function customFieldsOf({ companyId }: Actor, id: string): Promise<Record<string, unknown>> {
  const found = await row<Pick<ContactRow, "customFields">>(sql`
    select "customFields" from contacts where "companyId" = ${companyId} and "id" = ${id}`);
  return found?.customFields ?? {};
}

/** A value of another statement: the id of the latest that the reader may see. */
export const latestSeen = (actor: Actor): Sql => sql`(
  select k."id" from contacts k where k."companyId" = ${actor.companyId} ${visibleOnly(actor, "clients_read")}
  order by k."id" desc limit 1)`;
