import type { ChildProcess } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { minute, shiftClock } from "#server/core/clock.ts";
import { systemPool } from "#server/db/system.ts";
import { closeUnconfirmed } from "#server/templates/delivering.ts";
import {
  approvedTemplate,
  campaignOf,
  csvOf,
  eventRows,
  faultsIn,
  pause,
  received,
  spawnCampaigner,
} from "#server/testing/campaigning.ts";
import { freshCompany, type TestCompany } from "#server/testing/company.ts";
import { Line, openPlatform } from "#server/testing/platform.ts";
import { readCampaign } from "./listing.ts";
import { watchCampaigns } from "./watching.ts";

const size = 150;
const kills = 3;
const withinMs = 20_000 + size * 100;

let company: TestCompany;
let platform: Awaited<ReturnType<typeof openPlatform>>;
let line: Line;
let worker: ChildProcess | undefined;

beforeAll(async () => {
  company = await freshCompany("Survivor");
  platform = await openPlatform();
  line = await Line.open(company);
});
afterAll(async () => {
  worker?.kill("SIGKILL");
  await platform.close();
  await company.close();
});

const left = async (campaignId: string) => {
  const { rows } = await systemPool().query<{ n: number }>(
    // Before the audience is frozen there are no rows: then everybody is left.
    `select case when count(*) = 0 then $2 else count(*) filter (
       where "claimedAt" is null and "status" in ('pending', 'enqueued')) end::int as n
     from campaign_messages where "campaignId" = $1`,
    [campaignId, size],
  );
  return rows[0]?.n ?? size;
};

it(
  "every recipient gets exactly one message or one reason, under every fault and kill -9, and the counters are the rows",
  async () => {
    const template = await approvedTemplate(company, line, "survives", "Hola {{1}}, seguimos acá.");
    expect(template.status).toBe("APPROVED");
    const { text, phones } = csvOf(size);
    const { id } = await campaignOf(company, line, template.id, text);
    await line.faults({
      ...{ duplicates: 1, reorder: true, statusFirst: true, skipDelivered: true, milliseconds: true, batch: true },
      ...{ errorRate: 5, errorCode: 131016, asyncErrorRate: 3, asyncErrorCode: 131049 },
      ...{ serverErrorRate: 4, serverErrorAccepts: true, timeoutRate: 1 },
    });
    const until = Date.now() + withinMs;
    let killed = 0;
    worker = spawnCampaigner(company, platform.origin);
    for (let open = size; open > 0 || killed < kills; open = await left(id)) {
      if (Date.now() > until) throw new Error(`${open} are left`);
      await line.settled(60_000);
      await pause(300);
      // Somewhere in the middle of its work, at even distances.
      if (killed < kills && open <= size - ((killed + 1) * size) / (kills + 2)) {
        worker.kill("SIGKILL");
        killed += 1;
        worker = spawnCampaigner(company, platform.origin);
      }
    }
    await pause(1500);
    worker.kill("SIGKILL");
    await line.settled(60_000);
    expect(killed).toBe(kills);
    // What was cut off between claim and answer is never sent again; without any word it counts as failed.
    shiftClock(11 * minute);
    while ((await closeUnconfirmed.execute(line.actor, {})).closed > 0);
    await watchCampaigns.execute(line.actor, {});
    shiftClock(0);
    const events = await eventRows(id);
    expect(events.map(({ destination }) => destination).sort()).toEqual([...phones].sort());
    expect(faultsIn(events, await received(line))).toEqual([]);
    const campaign = await readCampaign.execute(company.admin, { campaignId: id });
    expect([campaign.status, campaign.stopReason]).toEqual(["SENT", null]);
    const counted: Record<string, number> = {};
    for (const { status } of events) counted[status] = (counted[status] ?? 0) + 1;
    expect(campaign.eventCounter).toMatchObject(counted);
    expect(campaign.sentCount + campaign.failedCount).toBe(size);
    const { rows } = await systemPool().query<{ n: number }>(
      `select count(*)::int as n from campaign_messages e join messages m on m."companyId" = e."companyId" and m."id" = e."messageId"
       where e."campaignId" = $1 and m."status" <> e."status"`,
      [id],
    );
    expect(rows[0]?.n).toBe(0);
  },
  withinMs + 60_000,
);
