import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { minute, second, shiftClock } from "#server/base/clock.ts";
import { readCampaign } from "#server/campaigns/listing.ts";
import { runCampaigns } from "#server/campaigns/running.ts";
import { watchCampaigns } from "#server/campaigns/watching.ts";
import { systemPool } from "#server/db/system.ts";
import { claimNext, noteLeaving, recoverStuck, settle } from "#server/messages/queue/send-queue.ts";
import { reply } from "#server/messages/sending.ts";
import { callbackDataOf, reportStatus, statusTurn } from "#server/messages/status/delivery-status.ts";
import {
  claimDirect,
  closeUnconfirmed,
  deliver,
  deliverWaiting,
  listWaiting,
  noteLeaving as noteTemplateLeaving,
  recordOutcome,
  releaseClaims,
} from "#server/templates/delivering.ts";
import { sendTemplate } from "#server/templates/sending.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { approvedTemplate, campaignOf, csvOf, templateMessagesOf } from "#server/testing/processes/campaigning.ts";
import { overlapping } from "#server/testing/statements/overlapping.ts";
import { findConnection } from "../connection/connecting.ts";
import { noteStatus } from "./reporting.ts";

let templateId: number;
let next = 5491155590000;

const company = await openCompany();
await runPlatform();
const line = await Line.open(company);

beforeAll(async () => {
  templateId = (await approvedTemplate(company, line, "fates", "Hola {{1}}, hay novedades.")).id;
});
afterEach(() => shiftClock(0));

async function talk() {
  const peer = String(++next);
  await line.customer(peer);
  await line.settled();
  return { peer, id: await line.conversation(peer) };
}

/** A message whose request is on its way. */
async function leaving() {
  const { peer, id } = await talk();
  await reply.execute(company.admin, { conversationId: id, type: "text/plain", body: "Once" });
  const { claimed } = await claimNext.execute(line.actor, { conversationId: id });
  const claim = { messageId: claimed?.message.id ?? "", attempt: claimed?.attempts ?? 0 };
  await noteLeaving.execute(line.actor, claim);
  const report = (status: "sent" | "read") =>
    reportStatus.execute(line.actor, {
      channelId: line.channelId,
      externalId: `wamid.${peer}`,
      callbackData: callbackDataOf(claim.messageId, 0),
      status,
      at: new Date(),
    });
  const statusOf = async () => (await line.messages(id)).at(-1)?.status;
  return { peer, id, claim, report, statusOf };
}

describe("what the platform says of a message before its answer came, or never did", () => {
  it("is its fate where the process that sent it was killed", async () => {
    const { peer, id, report, statusOf } = await leaving();
    await report("sent");
    await report("read");
    shiftClock(10 * second);
    await line.drain(id);
    expect(await statusOf()).toBe("read");
    shiftClock(12 * minute);
    await recoverStuck.execute(line.actor, {});
    expect(await statusOf()).toBe("read");
    expect(await line.phone(peer)).toEqual([]);
  });

  it("is its fate where no answer came in time", async () => {
    const { peer, id, claim, report, statusOf } = await leaving();
    await report("read");
    const outcome = { kind: "unknown" as const, error: "no answer" };
    await settle.execute(line.actor, { ...claim, channelId: line.channelId, outcome });
    await line.drain(id);
    expect(await statusOf()).toBe("read");
    expect(await line.phone(peer)).toEqual([]);
  });

  it("keeps what helps against a failure until the message is known", async () => {
    const { peer, id, claim, statusOf } = await leaving();
    const { channelId } = line;
    const report = { externalId: `wamid.${peer}`, status: "failed" as const, callbackData: "", code: "131047" };
    const told = await noteStatus.execute(line.actor, { channelId, report: { ...report, at: new Date() } });
    expect(told).toEqual({ held: true });
    const outcome = { kind: "accepted" as const, externalId: report.externalId, part: 0, last: true };
    await settle.execute(line.actor, { ...claim, channelId, outcome });
    expect(await statusOf()).toBe("failed");
    const extra = { failureCode: "131047", action: "template" };
    expect((await line.messages(id)).at(-1)).toMatchObject({ extra });
  });

  it("is its fate where it comes in the moment in which the answer is stored (channels.md 7.2)", async () => {
    const { peer, id, claim, statusOf } = await leaving();
    const { channelId } = line;
    const externalId = `wamid.${peer}`;
    const report = { externalId, status: "failed" as const, callbackData: "", code: "131049", at: new Date() };
    const storing = `with turn as (select pg_advisory_xact_lock(hashtextextended($1, 0)))
      insert into message_links ("companyId", "channelId", "externalId", "conversationId", "messageId", "part")
      select m."companyId", $2, $3, m."conversationId", m."id", 0 from messages m, turn where m."id" = $4`;
    const values = [statusTurn({ channelId, externalId }), channelId, externalId, claim.messageId];
    const told = await overlapping(storing, values, () => noteStatus.execute(line.actor, { channelId, report }));
    expect([told, await statusOf()]).toEqual([{ held: false }, "failed"]);
    const outcome = { kind: "accepted" as const, externalId, part: 0, last: true };
    await settle.execute(line.actor, { ...claim, channelId, outcome });
    expect((await line.messages(id)).at(-1)?.status).toBe("failed");
  });

  it("is its fate where it comes while the message is given up (J10)", async () => {
    const { id, claim, statusOf } = await leaving();
    const outcome = { kind: "unknown" as const, error: "no answer" };
    await settle.execute(line.actor, { ...claim, channelId: line.channelId, outcome });
    shiftClock(12 * minute);
    const arrival = `with held as (select "companyId" from conversations where "id" = $1 for update),
      told as (update message_sends set "state" = 'done' where "messageId" = $2)
      update messages m set "status" = 'delivered' from held where m."companyId" = held."companyId" and m."id" = $2`;
    await overlapping(arrival, [id, claim.messageId], () => recoverStuck.execute(line.actor, {}));
    expect(await statusOf()).toBe("delivered");
  });
});

async function rowOf(messageId: string) {
  const { rows } = await systemPool().query(
    `select "status", "failureCode" from campaign_messages where "messageId" = $1`,
    [messageId],
  );
  return rows[0];
}

async function claimedTemplate() {
  const { peer, id } = await talk();
  await sendTemplate.execute(company.admin, { conversationId: id, templateId, variables: { "1": "Ana" } });
  const { waiting } = await listWaiting.execute(line.actor, {});
  const eventId = waiting.find(({ destination }) => destination === peer)?.id ?? "";
  const { claim } = await claimDirect.execute(line.actor, { eventId });
  if (!claim) throw new Error("nothing was claimed");
  return { peer, id, claim };
}

it("what the platform says of a template message before its answer is stored counts for both (channels.md 7.2)", async () => {
  const { peer, id, claim } = await claimedTemplate();
  const [at, externalId] = [new Date(), `wamid.${peer}`];
  const report = { externalId, status: "failed" as const, callbackData: "", code: "131026", at };
  const told = await noteStatus.execute(line.actor, { channelId: line.channelId, report });
  expect(told).toEqual({ held: true });
  const outcome = { kind: "accepted" as const, externalId, part: 0, last: true };
  await recordOutcome.execute(line.actor, { eventId: claim.eventId, attempt: claim.attempt, outcome });
  const message = (await line.messages(id)).at(-1);
  expect(message).toMatchObject({ status: "failed", extra: { failureCode: "131026" } });
  expect(await rowOf(message?.id ?? "")).toEqual({ status: "failed", failureCode: "131026" });
});

/** A template message that a process claimed, which is killed right then. */
async function killedTemplate(moment: "claimed" | "leaving") {
  const { peer, id, claim } = await claimedTemplate();
  if (moment === "leaving") expect(await noteTemplateLeaving.execute(line.actor, claim)).toEqual({ mine: true });
  shiftClock(8 * second);
  await releaseClaims.execute(line.actor, {});
  await deliverWaiting(line.actor);
  expect(await line.phone(peer)).toEqual([]);
  shiftClock(10 * second);
  await releaseClaims.execute(line.actor, {});
  await deliverWaiting(line.actor);
  return { peer, id, claim };
}

describe("a template message whose process was killed", () => {
  it("leaves within seconds where its sending had not begun, once, whichever process comes back", async () => {
    const { peer, claim } = await killedTemplate("claimed");
    expect(await line.phone(peer)).toHaveLength(1);
    expect(await deliver(line.actor, claim, await findConnection(line.actor, line.channelId))).toBeUndefined();
    expect(await line.phone(peer)).toHaveLength(1);
  });

  it("is never sent again where it may have left, and fails without a word after ten minutes", async () => {
    const { peer, id } = await killedTemplate("leaving");
    expect(await line.phone(peer)).toEqual([]);
    shiftClock(11 * minute);
    await closeUnconfirmed.execute(line.actor, {});
    await deliverWaiting(line.actor);
    shiftClock(0);
    expect(await line.phone(peer)).toEqual([]);
    const messageId = (await line.messages(id)).at(-1)?.id ?? "";
    expect((await line.messages(id)).at(-1)).toMatchObject({ status: "failed" });
    expect(await rowOf(messageId)).toMatchObject({ status: "failed", failureCode: "unconfirmed" });
    // It was a guess: a late word of the platform takes it back.
    const sent = { externalId: `wamid.late.${peer}`, callbackData: messageId, status: "sent" as const, at: new Date() };
    await noteStatus.execute(line.actor, { channelId: line.channelId, report: sent });
    expect((await line.messages(id)).at(-1)).toMatchObject({ status: "sent", failureReason: null });
    expect(await rowOf(messageId)).toMatchObject({ status: "sent", failureCode: null });
  });
});

describe("what the platform took and never says more of", () => {
  it("has not failed after ten minutes, and its campaign ends [spec channels 6]", async () => {
    const { text, phones } = csvOf(1, Number(++next));
    const campaign = await campaignOf(company, line, templateId, `${text}`);
    await runCampaigns(line.actor);
    await systemPool().query(`delete from simulator_callbacks where "channelId" = $1`, [line.channelId]);
    const rows = () => templateMessagesOf(campaign.id);
    expect(phones).toHaveLength(1);
    expect((await rows())[0]).toMatchObject({ status: "enqueued", externalId: expect.stringContaining("wamid") });
    const status = async () => (await readCampaign.execute(company.admin, { campaignId: campaign.id })).status;
    await watchCampaigns.execute(line.actor, {});
    expect(await status()).toBe("SENDING");
    shiftClock(11 * minute);
    await closeUnconfirmed.execute(line.actor, {});
    await watchCampaigns.execute(line.actor, {});
    expect((await rows())[0]).toMatchObject({ status: "enqueued", failureCode: null });
    expect(await status()).toBe("SENT");
  });
});
