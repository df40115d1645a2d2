// SQL because what is due is taken by one process, in one statement.
import type { IntegrationRun } from "#server/db/generated/client.ts";
import { rows, sql } from "#server/db/sql.ts";

export type Claimed = IntegrationRun;

/** How long a claim lasts before others may take the run: longer than an attempt. */
const leaseSeconds = 60;

/** Takes what is due, the oldest first, as one more attempt. */
export function claimDue(companyId: string, holder: number, now: Date, take: number): Promise<Claimed[]> {
  return rows<Claimed>(sql`
    with due as materialized (
      select "id" from integration_runs where "companyId" = ${companyId} and "status" = 'pending' and "dueAt" <= ${now}
      order by "dueAt", "id" limit ${take} for update skip locked)
    update integration_runs r set "leasedBy" = ${holder}, "attempt" = r."attempt" + 1,
      "dueAt" = ${now}::timestamptz + make_interval(secs => ${leaseSeconds})
    from due where r."companyId" = ${companyId} and r."id" = due."id" returning r.*`);
}
