import { minute, shiftClock } from "#server/base/clock.ts";
import { readCampaign } from "#server/campaigns/listing.ts";
import { watchCampaigns } from "#server/campaigns/watching.ts";
import { processInbound } from "#server/channels/inbound/processing.ts";
import { systemPool } from "#server/db/system.ts";
import { reap } from "#server/kit/presence/reaping.ts";
import { leftovers } from "#server/leftovers.ts";
import { closeUnconfirmed } from "#server/templates/delivering.ts";
import type { TestCompany } from "../company.ts";
import type { Line } from "../platform.ts";
import {
  approvedTemplate,
  type Campaigner,
  campaignOf,
  csvOf,
  faultsIn,
  pause,
  received,
  spawnCampaigner,
  templateMessagesOf,
} from "./campaigning.ts";

/** Everything the simulator can do wrong, at once. */
const everyFault = {
  ...{ duplicates: 1, reorder: true, statusFirst: true, skipDelivered: true, milliseconds: true, batch: true },
  ...{ errorRate: 5, errorCode: 131016, asyncErrorRate: 3, asyncErrorCode: 131049 },
  ...{ serverErrorRate: 4, serverErrorAccepts: true, timeoutRate: 1 },
};

type Trial = { size: number; kills: number; withinMs: number };
type Place = { company: TestCompany; line: Line; origin: string };

/** Messages that are not claimed yet; before the audience is frozen, all of it. */
async function leftOf(campaignId: string, size: number): Promise<number> {
  const { rows } = await systemPool().query<{ n: number }>(
    `select case when count(*) = 0 then $2 else count(*) filter (
       where "claimedAt" is null and "status" in ('pending', 'enqueued')) end::int as n
     from campaign_messages where "campaignId" = $1`,
    [campaignId, size],
  );
  return rows[0]?.n ?? size;
}

async function holderOf(campaignId: string): Promise<number | null> {
  const text = `select "heldBy" from campaigns where "id" = $1`;
  const { rows } = await systemPool().query<{ heldBy: number | null }>(text, [campaignId]);
  return rows[0]?.heldBy ?? null;
}

/** Statuses come while it sends, as a worker's jobs would take them. Answers what ends it. */
function takeStatuses({ actor, channelId }: Line): () => Promise<void> {
  const ending = new AbortController();
  const taking = (async () => {
    while (!ending.signal.aborted) {
      await processInbound(actor, channelId);
      await pause(60);
    }
  })();
  return () => {
    ending.abort();
    return taking;
  };
}

/** Both run and have their numbers, as in a product that is there before its campaigns. */
async function twoWorkers({ company, origin }: Place): Promise<Campaigner[]> {
  const workers = [spawnCampaigner(company, origin), spawnCampaigner(company, origin)];
  while (workers.some(({ number, child }) => number === undefined && child.exitCode === null)) await pause(20);
  return workers;
}

type Sending = { campaignId: string; workers: Campaigner[] };

/**
 * Kills whichever of two workers sends, at even distances, until everything is claimed. Answers how often, and the
 * seconds until then.
 */
async function sendAndKill({ company, line, origin }: Place, { campaignId, workers }: Sending, trial: Trial) {
  const { size, kills } = trial;
  const begun = performance.now();
  const until = Date.now() + trial.withinMs;
  let killed = 0;
  let seconds = 0;
  const endStatuses = takeStatuses(line);
  try {
    for (let open = size; open > 0 || killed < kills; open = await leftOf(campaignId, size)) {
      if (Date.now() > until) throw new Error(`${open} of ${size} are left`);
      await pause(300);
      if (killed >= kills || open > size - ((killed + 1) * size) / (kills + 2)) continue;
      const holder = await holderOf(campaignId);
      const place = open === 0 ? 0 : workers.findIndex(({ number }) => number === holder);
      if (place < 0) continue;
      workers.splice(place, 1, spawnCampaigner(company, origin))[0]?.child.kill("SIGKILL");
      killed += 1;
    }
    seconds = (performance.now() - begun) / 1000;
    await pause(1500);
  } finally {
    for (const { child } of workers) child.kill("SIGKILL");
    await endStatuses();
    // While a process is taken down its connections still stand, and what it held is not free.
    while (workers.some(({ child }) => child.exitCode === null && child.signalCode === null)) await pause(20);
    await pause(200);
  }
  await line.settled(trial.withinMs);
  return { killed, seconds };
}

/** What was cut off between claim and answer is never sent again; without a status it counts as failed. */
async function closeLost(line: Line): Promise<void> {
  // The last worker was killed as well: what it held is freed, as any process would.
  await reap(leftovers);
  shiftClock(11 * minute);
  while ((await closeUnconfirmed.execute(line.actor, {})).closed > 0);
  await watchCampaigns.execute(line.actor, {});
  shiftClock(0);
}

/** One campaign under every fault and kill -9, and what it left behind. */
export async function survive(place: Place, trial: Trial) {
  const { company, line } = place;
  const template = await approvedTemplate(company, line, "survives", "Hola {{1}}, seguimos acá.");
  const { text, phones } = csvOf(trial.size);
  await line.faults(everyFault);
  const workers = await twoWorkers(place);
  const { id } = await campaignOf(company, line, template.id, text);
  const { killed, seconds } = await sendAndKill(place, { campaignId: id, workers }, trial);
  // What the last worker held without having sent it is free again, as any process would make it: another one sends it.
  await reap(leftovers);
  if ((await leftOf(id, trial.size)) > 0)
    await sendAndKill(place, { campaignId: id, workers: await twoWorkers(place) }, { ...trial, kills: 0 });
  await closeLost(line);
  const messages = await templateMessagesOf(id);
  const counted: Record<string, number> = {};
  for (const { status } of messages) counted[status] = (counted[status] ?? 0) + 1;
  const { rows } = await systemPool().query<{ n: number }>(
    `select count(*)::int as n from campaign_messages e
     join messages m on m."companyId" = e."companyId" and m."id" = e."messageId"
     where e."campaignId" = $1 and m."status" <> e."status"`,
    [id],
  );
  return {
    killed,
    seconds,
    counted,
    faults: faultsIn(messages, await received(line)),
    campaign: await readCampaign.execute(company.admin, { campaignId: id }),
    /** Every recipient has a row, and there are no other rows. */
    complete: JSON.stringify(messages.map((one) => one.destination).sort()) === JSON.stringify([...phones].sort()),
    /** Messages whose conversation says something else than the campaign. */
    unequal: rows[0]?.n ?? 0,
  };
}
