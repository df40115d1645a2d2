import { expect, it } from "vitest";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { survive } from "#server/testing/processes/surviving.ts";

// The same with 10,000 recipients and ten kills: npm run bench -- campaigns.
const size = 120;
const kills = 3;

const company = await openCompany("Survivor");
const platform = await runPlatform();

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
