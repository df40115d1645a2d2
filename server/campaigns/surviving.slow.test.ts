import { afterAll, beforeAll, expect, it } from "vitest";
import { freshCompany, type TestCompany } from "#server/testing/company.ts";
import { Line, openPlatform } from "#server/testing/platform.ts";
import { survive } from "#server/testing/processes/surviving.ts";

// The same with 10,000 recipients and ten kills: npm run bench -- campaigns.
const size = 120;
const kills = 3;

let company: TestCompany;
let platform: Awaited<ReturnType<typeof openPlatform>>;

beforeAll(async () => {
  company = await freshCompany("Survivor");
  platform = await openPlatform();
});
afterAll(async () => {
  await platform.close();
  await company.close();
});

it("every recipient gets exactly one message or one reason, under every fault and kill -9, and the counters are the rows", async () => {
  const place = { company, line: await Line.open(company), origin: platform.origin };
  const left = await survive(place, { size, kills, withinMs: 100_000 });
  expect(left.killed).toBe(kills);
  expect(left.faults).toEqual([]);
  expect(left.complete).toBe(true);
  expect([left.campaign.status, left.campaign.stopReason]).toEqual(["SENT", null]);
  expect(left.campaign.eventCounter).toMatchObject(left.counted);
  expect(left.campaign.sentCount + left.campaign.failedCount).toBe(size);
  expect(left.unequal).toBe(0);
}, 180_000);
