// SQL because people are found by any of their keys, under a lock on these.
import type { Actor } from "#server/core/actor.ts";
import { execute, row, sql } from "#server/db/sql.ts";
import { visibleOnly } from "../access.sql.ts";
import { winnerByEmail } from "../merged/merged.sql.ts";
import type { ContactRow } from "../row.ts";

/** What a person can be recognised by: never the name. */
export type Keys = Pick<ContactRow, "emailKey" | "phoneKeys">;

export function hasKeys({ emailKey, phoneKeys }: Keys): boolean {
  return emailKey !== "" || phoneKeys.length > 0;
}

const links = (keys: Keys) => keys.phoneKeys.map((key) => `phone:${key}`);

/**
 * Serialises simultaneous captures of the same email or phone: the second waits for the first to commit and finds its
 * contact. Keys are locked in order, to avoid deadlocks.
 */
export async function lockKeys(actor: Actor, keys: Keys): Promise<void> {
  const wanted = [...(keys.emailKey ? [`email:${keys.emailKey}`] : []), ...links(keys).slice(0, 1)];
  if (wanted.length === 0) return;
  const names = wanted.map((key) => `${actor.companyId}:${key}`).sort();
  await execute(sql`
    select pg_advisory_xact_lock(hashtextextended(n."name", 17))
    from unnest(${names}::text[]) with ordinality n("name", "place") order by n."place"`);
}

/** The oldest other contact with this email, else with this phone. */
export async function matchingContact(
  actor: Actor,
  keys: Keys,
  except: string | null,
): Promise<ContactRow | undefined> {
  const byEmail = keys.emailKey
    ? await row<ContactRow>(sql`
        select k.* from contacts k where k."companyId" = ${actor.companyId} and k."emailKey" = ${keys.emailKey}
          and k."id" is distinct from ${except}::uuid order by k."createdAt", k."id" limit 1`)
    : undefined;
  if (byEmail) return byEmail;
  return (await byPhone(actor, keys, except)) ?? byFormerEmail(actor, keys, except);
}

async function byPhone(actor: Actor, keys: Keys, except: string | null): Promise<ContactRow | undefined> {
  if (keys.phoneKeys.length === 0) return undefined;
  return row<ContactRow>(sql`
    select k.* from contact_links l join contacts k on k."companyId" = l."companyId" and k."id" = l."contactId"
    where l."companyId" = ${actor.companyId} and l."key" = any(${links(keys)}::text[])
      and k."id" is distinct from ${except}::uuid order by k."createdAt", k."id" limit 1`);
}

/** Whose address it was before they were merged into another contact. */
async function byFormerEmail(actor: Actor, { emailKey }: Keys, except: string | null): Promise<ContactRow | undefined> {
  const id = emailKey ? await winnerByEmail(actor, emailKey) : undefined;
  if (!id || id === except) return undefined;
  return row<ContactRow>(sql`select k.* from contacts k where k."companyId" = ${actor.companyId} and k."id" = ${id}`);
}

/** Whether another contact that the actor may reach has this email or phone (D2). */
export async function hasDuplicate(actor: Actor, contact: ContactRow): Promise<boolean> {
  if (!hasKeys(contact)) return false;
  const found = await row(sql`
    select 1 from contacts k where k."companyId" = ${actor.companyId} and k."id" <> ${contact.id}
      and ((${contact.emailKey} <> '' and k."emailKey" = ${contact.emailKey}) or k."id" in (
        select l."contactId" from contact_links l
        where l."companyId" = ${actor.companyId} and l."key" = any(${links(contact)}::text[])))
      ${visibleOnly(actor, "clients_write")} limit 1`);
  return found !== undefined;
}
