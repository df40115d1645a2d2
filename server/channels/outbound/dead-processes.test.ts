import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCampaigns, stepCampaign, takeOver } from "#server/campaigns/running.ts";
import { startCampaign } from "#server/campaigns/starting.ts";
import { env } from "#server/config/env.ts";
import { systemPool } from "#server/db/system.ts";
import { isOwnNumber, ownNumber } from "#server/kit/presence/presence.ts";
import { reap } from "#server/kit/presence/reaping.ts";
import { leftovers } from "#server/leftovers.ts";
import { claimNext, noteLeaving, recoverStuck } from "#server/messages/queue/send-queue.ts";
import { reply } from "#server/messages/sending.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import {
  approvedTemplate,
  campaignOf,
  csvOf,
  received,
  templateMessagesOf,
} from "#server/testing/processes/campaigning.ts";
import { spawnClaimer } from "#server/testing/processes/claiming-spawning.ts";
import { until } from "#server/testing/sockets.ts";

/** May cut connections. */
let owner: pg.Client;
let next = 5491155610000;

const company = await openCompany();
await runPlatform();
const line = await Line.open(company);

beforeAll(async () => {
  owner = new pg.Client({ connectionString: env.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
});

/** A conversation with two answers waiting. */
async function waiting() {
  const peer = String(++next);
  await line.customer(peer);
  await line.settled();
  const id = await line.conversation(peer);
  for (const body of ["first", "second"])
    await reply.execute(company.admin, { conversationId: id, type: "text/plain", body });
  const texts = async () => (await line.phone(peer)).map(({ body }) => JSON.stringify(body).match(/first|second/)?.[0]);
  return { id, texts };
}

const isKnown = async (number: number) =>
  ((await systemPool().query(`select from processes where "id" = $1 and "deadSince" is null`, [number])).rowCount ??
    0) > 0;

/** Until the others have noticed that a process is dead, which they do without waiting for any lease. */
async function noticed(number: number): Promise<void> {
  await until(async () => {
    await reap(leftovers);
    return !(await isKnown(number));
  }, "the notice of a dead process");
}

/** Cuts the connection that shows that this process lives, and waits for its next number. */
async function cut(): Promise<{ lost: number; number: number }> {
  const lost = await ownNumber();
  await owner.query(
    `select pg_terminate_backend(l.pid) from pg_locks l where l."locktype" = 'advisory' and l."objid"::bigint = $1
       and l."objsubid" = 2
       and l."database" = (select oid from pg_database where datname = current_database())`,
    [lost],
  );
  await until(() => !isOwnNumber(lost), "the loss");
  const number = await ownNumber();
  expect(number).not.toBe(lost);
  return { lost, number };
}

describe("a message in the hands of a process that is killed", () => {
  it("leaves at once where its sending had not begun, in order and once [H7]", async () => {
    const { id, texts } = await waiting();
    const claimer = await spawnClaimer(company.companyId, id, "claimed");
    await pause(600);
    await reap(leftovers);
    expect(await line.drain(id)).toBeGreaterThan(0);
    claimer.process.kill("SIGKILL");
    await noticed(claimer.number);
    expect((await recoverStuck.execute(line.actor, {})).conversationIds).toContain(id);
    expect(await line.drain(id)).toBeNull();
    expect(await texts()).toEqual(["first", "second"]);
  });

  it("is never sent again where it may have left, and holds nothing up [H7]", async () => {
    const { id, texts } = await waiting();
    const claimer = await spawnClaimer(company.companyId, id, "leaving");
    claimer.process.kill("SIGKILL");
    await noticed(claimer.number);
    expect((await recoverStuck.execute(line.actor, {})).conversationIds).toContain(id);
    expect(await line.drain(id)).toBeNull();
    expect(await texts()).toEqual(["second"]);
  });
});

describe("a living process whose lock is lost", () => {
  it("claims under another number, and what it held leaves once, whoever sends it [H7]", async () => {
    const { id, texts } = await waiting();
    const { claimed } = await claimNext.execute(line.actor, { conversationId: id });
    const { lost } = await cut();
    await noticed(lost);
    expect(await line.drain(id)).toBeNull();
    const claim = { messageId: claimed?.message.id ?? "", attempt: claimed?.attempts ?? 0 };
    expect(await noteLeaving.execute(line.actor, claim)).toEqual({ mine: false });
    expect(await texts()).toEqual(["first", "second"]);
  });

  it("ends its run of a campaign, which another run goes on with, and everybody gets one message [H7]", async () => {
    const template = await approvedTemplate(company, line, "cut_off", "Hola {{1}}, seguimos.");
    const { text, phones } = csvOf(6, 5_491_160_701_000);
    const { id: campaignId } = await campaignOf(company, line, template.id, text);
    await startCampaign.execute(line.actor, { campaignId });
    const holder = await ownNumber();
    expect((await takeOver.execute(line.actor, { holder })).ids).toEqual([campaignId]);
    expect((await takeOver.execute(line.actor, { holder: holder + 1 })).ids).toEqual([]);
    const { lost } = await cut();
    await noticed(lost);
    const running = runCampaigns(line.actor);
    await until(async () => {
      const step = await stepCampaign.execute(line.actor, { campaignId, holder });
      expect(step).toMatchObject({ sending: false, waiting: [] });
      return (await templateMessagesOf(campaignId)).every(({ externalId }) => externalId !== null);
    }, "the last message");
    await running;
    const phonesGot = await received(line);
    expect(phones.map((phone) => phonesGot.get(phone))).toEqual(phones.map(() => 1));
  });
});
