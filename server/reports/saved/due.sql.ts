// SQL because what is due is claimed under a lock that others pass over, and found across companies.
import type { SavedReport } from "#server/db/generated/client.ts";
import { row, sql } from "#server/db/sql.ts";

/** Companies with a report that is to be mailed. */
export const dueReports = `select distinct "companyId" from saved_reports where "dueAt" <= now()`;

/** The report that is due longest, held until the transaction ends; nobody else gets it meanwhile. */
export function takeDue(companyId: string): Promise<SavedReport | undefined> {
  return row<SavedReport>(sql`
    select * from saved_reports where "companyId" = ${companyId} and "dueAt" <= now()
    order by "dueAt", "id" limit 1 for update skip locked`);
}

/** What a mail of it is sent for: one person, at one of its times. */
export const causeOf = (id: string, at: Date | null, userId: string): string =>
  `report:${id}:${at?.toISOString() ?? ""}:${userId}`;
