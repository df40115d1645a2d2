// SQL because people are found by their numbers in any shape, and audiences by filters, page by page.
import { isId } from "#server/base/ids.ts";
import { type Actor, onlyAssigned } from "#server/core/actor.ts";
import { empty, plannedAnew, rows, type Sql, sql } from "#server/db/sql.ts";
import { visibleOnly } from "./access.sql.ts";
import { phoneKeys } from "./identity/phones.ts";
import { conditionsOf, givenFilters } from "./list/filtering.sql.ts";
import { optedOutAt } from "./opting-out.sql.ts";
import type { ContactRow } from "./row.ts";
import type { ContactFilters } from "./schema.ts";

/** What it takes to write to a person first. */
export type ReachableContact = Pick<
  ContactRow,
  "id" | "name" | "email" | "phone" | "internationalPhoneNumber" | "phoneKeys" | "customFields"
> & { optedOutAt: Date | null };

const columns = sql`k."id", k."name", k."email", k."phone", k."internationalPhoneNumber", k."phoneKeys",
  k."customFields", ${optedOutAt} as "optedOutAt"`;

/** People with chat_talk reach every contact, unless limited to their own rows (C1), or to less than they read (W11). */
function visibleToTalk(actor: Actor): Sql {
  if (actor.sight) return actor.sight.write === "all" ? empty : visibleOnly(actor, "clients_write");
  const held = actor.permissions.has("clients_read_assigned") && onlyAssigned(actor, "clients_read");
  return held ? visibleOnly(actor, "clients_read") : empty;
}

/** Those of `ids` that the actor may write to, by id. */
export async function contactsToReach(actor: Actor, ids: readonly string[]): Promise<Map<string, ReachableContact>> {
  const wanted = [...new Set(ids.filter(isId))];
  const found = await rows<ReachableContact>(sql`
    select ${columns} from contacts k where k."companyId" = ${actor.companyId} and k."id" = any(${wanted}::uuid[])
      ${visibleToTalk(actor)}`);
  return new Map(found.map((contact) => [contact.id, contact]));
}

/** Contacts known by one of these numbers, in any national shape: phone key to contact, the oldest first. */
export async function contactsByPhone(actor: Actor, phones: readonly string[]): Promise<Map<string, ReachableContact>> {
  const keys = [...new Set(phones.flatMap((phone) => phoneKeys(phone)))];
  if (keys.length === 0) return new Map();
  const found = await rows<ReachableContact & { key: string }>(sql`
    select distinct on (l."key") substr(l."key", 7) as "key", ${columns} from contact_links l
    join contacts k on k."companyId" = l."companyId" and k."id" = l."contactId"
    where l."companyId" = ${actor.companyId} and l."key" = any(${keys.map((key) => `phone:${key}`)}::text[])
    order by l."key", k."createdAt", k."id"`);
  return new Map(found.map((one) => [one.key, one]));
}

export type Audience = { filters?: ContactFilters | undefined; tags?: readonly string[] | undefined };

function audienceConditions({ filters, tags }: Audience): Sql[] {
  const lowered = (tags ?? []).map((tag) => tag.toLowerCase());
  const tagged = sql`exists (select 1 from unnest(k."tags") t where lower(t) = any(${lowered}::text[]))`;
  return [...conditionsOf(givenFilters(filters ?? {})), ...(lowered.length > 0 ? [tagged] : [])];
}

/** The ids of the first contacts of an audience, in their order. */
export async function audienceIds(actor: Actor, audience: Audience, limit: number): Promise<string[]> {
  const conditions = audienceConditions(audience).flatMap((condition) => [sql` and `, condition]);
  const found = await rows<Pick<ContactRow, "id">>(
    plannedAnew(sql`
      select k."id" from contacts k where k."companyId" = ${actor.companyId}
        ${visibleOnly(actor, "clients_read")}${{ strings: Array(conditions.length + 1).fill(""), values: conditions }}
      order by k."id" limit ${limit}`),
  );
  return found.map(({ id }) => id);
}

/** Those of an audience, in the order of ids. */
export function contactsOfAudience({ companyId }: Actor, ids: readonly string[]) {
  return rows<ReachableContact>(sql`
    select ${columns} from contacts k where k."companyId" = ${companyId} and k."id" = any(${[...ids]}::uuid[])
    order by k."id"`);
}
