import { z } from "zod";
import { day } from "#server/base/clock.ts";
import { type Actor, can } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { empty, rows, sql } from "#server/db/sql.ts";
import { tokenUsageSchema, usageInput } from "./schema.ts";

type Row = { tokenId: string; day: string; requests: number; failures: number };

function countsOf(actor: Actor, from: string): Promise<Row[]> {
  const own = can(actor, "admin") ? empty : sql` and t."userId" = ${actor.userId}`;
  return rows<Row>(sql`
    select u."tokenId", to_char(u."day", 'YYYY-MM-DD') as "day", u."requests", u."failures"
    from api_usage u join api_tokens t on t."companyId" = u."companyId" and t."id" = u."tokenId"
    where u."companyId" = ${actor.companyId} and u."day" >= ${from}::date and t."revokedAt" is null${own}
    order by u."tokenId", u."day"`);
}

function daysBack(now: Date, count: number): string[] {
  const at = (ago: number) => new Date(now.getTime() - ago * day).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, index) => at(count - 1 - index));
}

/** How much each living token was used, by day; tokens that were not used are left out. */
export const countRequests = query({
  name: "requests.usage",
  access: "person",
  input: usageInput,
  output: z.array(tokenUsageSchema),
  example: () => ({ days: 7 }),
  async run({ actor, input, now }) {
    const days = daysBack(now, input.days);
    const counted = Map.groupBy(await countsOf(actor, days[0] ?? ""), ({ tokenId }) => tokenId);
    return [...counted].map(([tokenId, found]) => {
      const byDay = new Map(found.map((one) => [one.day, one]));
      const filled = days.map((one) => {
        const { requests, failures } = byDay.get(one) ?? { requests: 0, failures: 0 };
        return { day: one, requests, failures };
      });
      const sum = (key: "requests" | "failures") => filled.reduce((total, one) => total + one[key], 0);
      return { tokenId, requests: sum("requests"), failures: sum("failures"), days: filled };
    });
  },
});
