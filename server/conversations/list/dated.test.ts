import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { day } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { systemPool } from "#server/db/system.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { listConversations } from "./listing.ts";

type Lived = { id: string; began: number; ended: number | null };

const start = Date.UTC(2024, 0, 15, 6);
const lived: Lived[] = [];
const company = await openCompany();

/** Durations of every class, from a minute to a year and more; one in nine has never been written to. */
function lives(): Lived[] {
  return Array.from({ length: 400 }, (_, index) => {
    const began = start + ((index * 7919) % 730) * day + ((index * 104_729) % 86_400) * 1000;
    const lasted = Math.round(60_000 * 2 ** ((index * 31) % 20));
    return { id: newId(), began, ended: index % 9 === 0 ? null : began + lasted };
  });
}

beforeAll(async () => {
  const { companyId, given } = company;
  lived.push(...lives());
  for (const { id, began, ended } of lived) {
    await systemPool().query(
      `insert into conversations ("companyId","id","channelId","channel","phaseId","visitorId","visitorName","lastMessageAt","createdAt","updatedAt")
       values ($1, $2, $3, 'WEB', $4, 'v', '', $5, $6, $6)`,
      [companyId, id, given.channelId, given.phaseId, ended === null ? null : new Date(ended), new Date(began)],
    );
  }
});

const moments = fc.integer({ min: -20, max: 800 * 24 }).map((hours) => new Date(start + hours * 3_600_000));

/** As the list must be: by the last message, the latest first, and who has none behind them. */
function expected(from: Date | undefined, to: Date | undefined): string[] {
  const inside = lived.filter(({ began }) => (!from || began >= from.getTime()) && (!to || began <= to.getTime()));
  const byId = (a: Lived, b: Lived) => (a.id < b.id ? 1 : -1);
  const order = (a: Lived, b: Lived) => (b.ended ?? 0) - (a.ended ?? 0) || byId(a, b);
  return inside.sort(order).map(({ id }) => id);
}

describe("conversations created between two dates, in the order of their last message", () => {
  it("are the same, and as many, whatever they have outlived", async () => {
    const ends = fc.record({
      from: fc.option(moments, { nil: undefined }),
      to: fc.option(moments, { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(ends, fc.constantFrom(1, 5, 21, 100), async ({ from, to }, limit) => {
        const dates = {
          ...(from ? { fromDate: from.toISOString() } : {}),
          ...(to ? { toDate: to.toISOString() } : {}),
        };
        const whole = expected(from, to);
        const first = await listConversations.execute(company.admin, { ...dates, limit });
        expect(first.data.map(({ id }) => id)).toEqual(whole.slice(0, limit));
        expect(first.pagination.total).toBe(whole.length);
        const cursor = first.pagination.nextCursor;
        if (!cursor) return;
        const second = await listConversations.execute(company.admin, { ...dates, limit, cursor });
        expect(second.data.map(({ id }) => id)).toEqual(whole.slice(limit, 2 * limit));
        const later = await listConversations.execute(company.admin, { ...dates, limit, offset: 3 * limit });
        expect(later.data.map(({ id }) => id)).toEqual(whole.slice(3 * limit, 4 * limit));
      }),
      { numRuns: 60 },
    );
  });
});
