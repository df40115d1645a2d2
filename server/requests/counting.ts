import { z } from "zod";
import { day } from "#server/base/clock.ts";
import { query } from "#server/core/operation.ts";
import { tokenUsageSchema, usageInput } from "./schema.ts";
import { usageSince } from "./usage.sql.ts";

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
    const counted = Map.groupBy(await usageSince(actor, days[0] ?? ""), ({ tokenId }) => tokenId);
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
