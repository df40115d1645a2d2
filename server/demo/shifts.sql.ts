// SQL because a past is written at once: no socket was open ninety days ago.
import { day, hour, minute } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { execute, json, sql } from "#server/db/sql.ts";
import { dice } from "./chance.ts";
import type { World } from "./playing.ts";

const days = 90;
/** Nine to one, and two to six, where the clocks are three hours behind UTC. */
const stretches = [
  [12, 16],
  [17, 21],
] as const;

/** When people of the demo were at work; what they held then is counted as always. */
export async function insertShifts({ companyId, agents, now }: World): Promise<void> {
  const roll = dice(23);
  const today = Math.floor(now.getTime() / day) * day;
  const made: object[] = [];
  for (let back = days; back >= 0; back--) {
    const date = new Date(today - back * day);
    const weekday = date.getUTCDay();
    for (const { id: userId } of agents) {
      if (weekday === 0 || (weekday === 6 && roll() < 0.6) || roll() < 0.06) continue;
      for (const [from, to] of stretches) {
        const begin = date.getTime() + from * hour + Math.floor(roll() * 20) * minute;
        const end = Math.min(date.getTime() + to * hour - Math.floor(roll() * 25) * minute, now.getTime() - minute);
        for (let at = begin; at < end; at = Math.floor(at / hour + 1) * hour) {
          const endedAt = new Date(Math.min(end, Math.floor(at / hour + 1) * hour));
          made.push({ companyId, id: newId(), userId, startedAt: new Date(at), endedAt });
        }
      }
    }
  }
  await execute(sql`
    insert into report_shifts ("companyId", "id", "userId", "startedAt", "endedAt")
    select "companyId", "id", "userId", "startedAt", "endedAt"
    from jsonb_populate_recordset(null::report_shifts, ${json(made)}::jsonb)`);
}
