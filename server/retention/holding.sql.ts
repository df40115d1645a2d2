// SQL because ids are compared as one array, and what is held is asked before each deletion.
import type { LegalHold } from "#server/db/generated/client.ts";
import { row, rows, sql } from "#server/db/sql.ts";

const active = (companyId: string) => sql`"companyId" = ${companyId} and "releasedAt" is null`;

type About = { contactIds: readonly (string | null)[]; conversationIds: readonly string[] };

/** The first hold on one of these, or on everything. */
export function holdOn(companyId: string, { contactIds, conversationIds }: About) {
  return row<Pick<LegalHold, "id" | "contactId" | "conversationId">>(sql`
    select "id", "contactId", "conversationId" from legal_holds where ${active(companyId)}
      and (("contactId" is null and "conversationId" is null) or "contactId" = any(${[...contactIds]}::uuid[])
        or "conversationId" = any(${[...conversationIds]}::uuid[]))
    order by "id" limit 1`);
}

/** What the holds that are not released name; both null: everything. */
export function namedByHolds(companyId: string) {
  return rows<Pick<LegalHold, "contactId" | "conversationId">>(sql`
    select "contactId", "conversationId" from legal_holds where ${active(companyId)}`);
}

/** A contact that another takes the place of: what holds the one holds the other. */
export async function moveHolds(companyId: string, from: string, to: string): Promise<void> {
  await rows(sql`update legal_holds set "contactId" = ${to} where ${active(companyId)} and "contactId" = ${from}`);
}
