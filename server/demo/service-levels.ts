import { minute } from "#server/base/clock.ts";
import { createCalendar } from "#server/calendars/writing.ts";
import { lockAnyConversation } from "#server/conversations/access.sql.ts";
import { storeClocks } from "#server/conversations/clocks/storing.sql.ts";
import { listConversations } from "#server/conversations/list/listing.ts";
import type { Actor } from "#server/core/actor.ts";
import { inTransaction } from "#server/db/pool.ts";
import { dueOf, nextOf, tellBy } from "#server/sla/clocks.ts";
import { judge } from "#server/sla/following.ts";
import { createPolicy } from "#server/sla/policies.ts";

const days = ["MON", "TUE", "WED", "THU", "FRI"] as const;
const hour = 3600;
/** So long have clocks run, in turn: in time, nearly over, over. */
const begun = [10, 50, 80, 25] as const;

/** When the shop is open. */
export async function seedHours(actor: Actor): Promise<string> {
  const { id } = await createCalendar.execute(actor, {
    name: "Shop hours",
    isDefault: true,
    hours: [
      { days: [...days], range: "09-19" },
      { days: ["SAT"], range: "10-14" },
    ],
    holidays: [
      { date: "2027-01-01", name: "New Year's Day", yearly: true },
      { date: "2026-12-25", name: "Christmas", yearly: true },
    ],
  });
  return id;
}

/** The workshop opens earlier, and not on Saturday. */
export async function seedWorkshopHours(actor: Actor): Promise<string> {
  const hours = [{ days: [...days], range: "08-13,14-17" }];
  return (await createCalendar.execute(actor, { name: "Workshop hours", hours })).id;
}

/** What the shop promises to whom it cannot leave waiting, and how that stands now. */
export async function seedServiceLevels(actor: Actor, calendarId: string, at: Date) {
  const conditions = { priority: ["urgent" as const, "high" as const] };
  const promised = { firstResponse: hour, nextResponse: hour, resolution: 10 * hour };
  const named = { name: "Pressing questions", conditions, ...promised, calendarId };
  const policy = await createPolicy.execute(actor, named);
  const { data } = await listConversations.execute(actor, { ...conditions, open: "true", limit: 100 });
  await inTransaction(actor.companyId, async () => {
    for (const [index, { id }] of data.entries()) {
      const row = await lockAnyConversation(actor, id);
      const since = new Date(at.getTime() - (begun[index % begun.length] ?? 0) * minute);
      const clocks = row && (await judge(row, since));
      if (!row || !clocks?.sla) continue;
      // What is over by now has been told before the demo begins.
      const told = tellBy(clocks.sla.clocks, at).clocks;
      await storeClocks(row, {
        ...clocks,
        sla: { ...clocks.sla, clocks: told },
        slaDueAt: dueOf(told),
        slaNextAt: nextOf(told),
      });
    }
  });
  return { id: policy.id, name: policy.name, ...promised };
}
