// SQL because many rows are found, locked, made and changed by one statement each.
import type { Actor } from "#server/core/actor.ts";
import { execute, json, raw, rows, sql } from "#server/db/sql.ts";
import { formerKeys, keepBrought } from "../merged/merged.sql.ts";
import type { ContactRow } from "../row.ts";

/** What rows of a file may know people by. */
export type ManyKeys = { externalIds: string[]; emailKeys: string[]; phoneKeys: string[] };

/** As one contact's keys are locked (matching.sql.ts), in one order: who captures the same person waits. */
export async function lockManyKeys({ companyId }: Actor, { emailKeys, phoneKeys }: ManyKeys): Promise<void> {
  const names = [...emailKeys.map((key) => `email:${key}`), ...phoneKeys.map((key) => `phone:${key}`)];
  await execute(sql`
    select pg_advisory_xact_lock(hashtextextended(n."name", 17)) from (
      select w."name" from unnest(${names.map((name) => `${companyId}:${name}`)}::text[]) w("name")
      order by w."name" collate "C") n`);
}

/** With the keys, as `externalId:` and `email:`, of those that went into it and are asked for. */
export type KnownContact = ContactRow & { formerKeys: readonly string[] };

/** Every contact known by one of these, or that such a one went into, the oldest first; held where they are to be changed. */
export async function contactsByKeys(actor: Actor, keys: ManyKeys, hold: boolean): Promise<KnownContact[]> {
  const former = await formerKeys(actor, keys);
  const own = sql`"companyId" = ${actor.companyId}`;
  const found = await rows<ContactRow>(sql`
    select k.* from contacts k where k."companyId" = ${actor.companyId} and k."id" = any(array(
      select "id" from contacts where ${own} and "externalId" <> '' and "externalId" = any(${keys.externalIds}::text[])
      union select "id" from contacts where ${own} and "emailKey" <> '' and "emailKey" = any(${keys.emailKeys}::text[])
      union select unnest(${[...former.keys()]}::uuid[])
      union select "contactId" from contact_links
        where ${own} and "key" = any(${keys.phoneKeys.map((key) => `phone:${key}`)}::text[])))
    order by k."id" ${raw(hold ? "for update of k" : "")}`);
  const known = found.map((contact) => ({ ...contact, formerKeys: former.get(contact.id) ?? [] }));
  return known.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
}

const written = [
  ...["name", "email", "phone", "internationalPhoneNumber", "externalId", "emailKey", "phoneKeys", "status"],
  ...["subStatus", "message", "assignedTo", "rating", "utmSource", "utmMedium", "utmCampaign", "gclid"],
  ...["conversionUrl", "refererTracking", "device", "tags", "customFields", "provisional", "updatedAt"],
] as const;
const made = ["companyId", "id", "channelId", "entryMethod", "createdAt", ...written] as const;

const list = (names: readonly string[], of = "") => raw(names.map((name) => `${of}"${name}"`).join(", "));

/** New ones as they are given, whole. */
export async function insertMany(contacts: readonly ContactRow[]): Promise<void> {
  if (contacts.length === 0) return;
  await execute(sql`
    insert into contacts (${list(made)})
    select ${list(made, "p.")} from jsonb_populate_recordset(null::contacts, ${json(contacts)}::jsonb) p`);
}

/** Those that are held, as they are given now. */
export async function updateMany({ companyId }: Actor, contacts: readonly ContactRow[]): Promise<void> {
  if (contacts.length === 0) return;
  await execute(sql`
    update contacts k set (${list(written)}) = row(${list(written, "p.")})
    from jsonb_populate_recordset(null::contacts, ${json(contacts)}::jsonb) p
    where k."companyId" = ${companyId} and k."id" = p."id"`);
  await keepBrought(
    companyId,
    contacts.map(({ id }) => id),
  );
}
