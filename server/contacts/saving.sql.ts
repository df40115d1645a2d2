// SQL because only the columns that differ are written, under a lock, with the time of the write.
import type { Contact } from "#server/db/generated/client.ts";
import { forward, moment } from "#server/db/moment.ts";
import { join, json, raw, row, rows, type Sql, sql } from "#server/db/sql.ts";
import type { ContactRow } from "./row.ts";

export type Patch = Partial<ContactRow>;
export type Column = keyof ContactRow;
type Key = Pick<Contact, "companyId" | "id">;

const written = (column: Column, value: unknown): unknown => (column === "customFields" ? json(value) : value);

const assignment = (column: Column, value: unknown): Sql => sql`${raw(`"${column}"`)} = ${written(column, value)}`;

/** Writes these columns of a contact, and when. */
export function updateContactRow(
  { companyId, id }: Key,
  patch: Patch,
  columns: readonly Column[],
): Promise<ContactRow | undefined> {
  const assignments = columns.map((column) => assignment(column, patch[column]));
  return row<ContactRow>(sql`
    update contacts set ${join(assignments, ", ")}, "updatedAt" = ${forward(moment())}
    where "companyId" = ${companyId} and "id" = ${id} returning *`);
}

/** Columns that are not given have their defaults. */
export function insertContactRow(given: Patch & Key): Promise<ContactRow | undefined> {
  const names = (Object.keys(given) as Column[]).filter((name) => given[name] !== undefined).sort();
  const values = names.map((name) => sql`${written(name, given[name])}`);
  return row<ContactRow>(sql`
    insert into contacts (${raw(names.map((name) => `"${name}"`).join(", "))})
    values (${join(values, ", ")}) returning *`);
}

/** Which other contact has the company's own id of a person; undefined: none has. */
export async function externalIdHolder(
  companyId: string,
  externalId: string,
  except: string | null,
): Promise<string | undefined> {
  const taken = await row<Pick<Contact, "id">>(sql`
    select "id" from contacts where "companyId" = ${companyId} and "externalId" = ${externalId} and "externalId" <> ''
      and "id" is distinct from ${except}::uuid`);
  return taken?.id;
}

export async function hasExternalId(companyId: string, externalId: string, except: string | null): Promise<boolean> {
  return (await externalIdHolder(companyId, externalId, except)) !== undefined;
}

/** Writes whether a contact wants bulk messages. Nothing where that is known already; `byNumber`: of its number only. */
export function updateOptOut(
  { companyId, id }: Key,
  optedOutAt: Date | null,
  byNumber: boolean,
): Promise<ContactRow | undefined> {
  return row<ContactRow>(sql`
    update contacts set "optedOutAt" = ${optedOutAt}, "updatedAt" = ${forward(moment())}
    where "companyId" = ${companyId} and "id" = ${id} and (${byNumber} or ("optedOutAt" is null) = ${optedOutAt !== null})
    returning *`);
}

/** The contacts that are found by any of these keys. */
export function contactsOfKeys(companyId: string, keys: readonly string[]): Promise<Pick<Contact, "id">[]> {
  return rows<Pick<Contact, "id">>(sql`
    select distinct l."contactId" as "id" from contact_links l
    where l."companyId" = ${companyId} and l."key" = any(${keys}::text[]) order by 1`);
}

/** The contact no longer names this conversation as its latest; undefined where it names another, or there is none. */
export function forgetConversation({ companyId, id }: Key, conversationId: string) {
  return row<Pick<Contact, "updatedAt" | "channelId">>(sql`
    update contacts set "conversationId" = null, "updatedAt" = ${forward(moment())}
    where "companyId" = ${companyId} and "id" = ${id} and "conversationId" = ${conversationId}
    returning "updatedAt", "channelId"`);
}
