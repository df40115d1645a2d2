// SQL because one function of the database makes facts of events, now and anew.
import { row, sql } from "#server/db/sql.ts";

/** Computes the next conversations anew, in the order of their ids; the last one's id, null at the end. */
export async function replayNext(companyId: string, after: string | null, most: number): Promise<string | null> {
  const done = await row<{ last: string | null }>(sql`
    select parley_report_replay_next(${companyId}::uuid, ${after}::uuid, ${most}::int) as "last"`);
  return done?.last ?? null;
}

/** Computes the next messages of campaigns anew, in the order of their ids; the last one's id, null at the end. */
export async function replayNextCampaigns(companyId: string, after: string | null, most: number) {
  const done = await row<{ last: string | null }>(sql`
    select parley_report_replay_campaigns(${companyId}::uuid, ${after}::uuid, ${most}::int) as "last"`);
  return done?.last ?? null;
}

/** Computes the next stretches of people's available time anew, likewise. */
export async function replayNextShifts(companyId: string, after: string | null, most: number) {
  const done = await row<{ last: string | null }>(sql`
    select parley_report_replay_shifts(${companyId}::uuid, ${after}::uuid, ${most}::int) as "last"`);
  return done?.last ?? null;
}

/** Cuts at full hours what goes on. */
export async function cutShiftsOf(companyId: string): Promise<number> {
  const done = await row<{ cut: number }>(sql`select parley_report_cut_shifts(${companyId}::uuid) as "cut"`);
  return done?.cut ?? 0;
}

export async function countFacts(companyId: string): Promise<{ conversations: number; facts: number }> {
  const found = await row<{ conversations: number; facts: number }>(sql`
    select (select count(*) from report_states where "companyId" = ${companyId}) as "conversations",
      (select count(*) from report_facts where "companyId" = ${companyId}) as "facts"`);
  return found ?? { conversations: 0, facts: 0 };
}
