// SQL because a mail is claimed by one statement, and those that wait are counted by another.
import type { Mail } from "#server/db/generated/client.ts";
import { row, sql } from "#server/db/sql.ts";

/** Longer than one try may take: only a process that died leaves a claim to run out. */
const leaseSeconds = 120;

/** The mail that is due longest, for this caller alone. A try is counted before it is made. */
export function claimDue(companyId: string): Promise<Mail | undefined> {
  return row<Mail>(sql`
    update mails set "attempts" = "attempts" + 1, "dueAt" = now() + ${leaseSeconds} * interval '1 second'
    where "companyId" = ${companyId} and "id" = (
      select "id" from mails where "companyId" = ${companyId} and "dueAt" <= now()
      order by "dueAt", "id" limit 1 for update skip locked)
    returning *`);
}

export type MailCounts = { waiting: number; failed: number; ageMs: number | null; lastError: string };

/** The company's mails that were tried in vain and wait, and those given up in the last day. */
export async function countMail(companyId: string): Promise<MailCounts> {
  const found = await row<MailCounts>(sql`
    select count(*) filter (where "state" = 'waiting' and "attempts" > 0) as "waiting",
      count(*) filter (where "state" = 'failed') as "failed",
      (extract(epoch from now() - min("createdAt") filter (where "state" = 'waiting')) * 1000)::float8 as "ageMs",
      coalesce((array_agg("error" order by "createdAt" desc) filter (where "error" <> ''))[1], '') as "lastError"
    from mails where "companyId" = ${companyId} and "createdAt" > now() - interval '24 hours'`);
  return found ?? { waiting: 0, failed: 0, ageMs: null, lastError: "" };
}
