import { expect, it } from "vitest";
import { day, hour, shiftClock } from "#server/base/clock.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { simulatedAccount } from "../simulator/accounts.ts";
import { putObject, removeObject } from "../simulator/objects.sql.ts";
import { simulatorAccountEvent } from "../simulator/operations.ts";
import { checkConnection, finishConnecting, readConnection } from "./checking.ts";
import { findConnection } from "./connecting.ts";
import { accessOf } from "./cutting-off.ts";
import { loseProof } from "./proving.ts";
import { checkChannels, storeRenewed } from "./tending.ts";

const company = await openCompany();
await runPlatform();

async function later(line: Line, ms: number): Promise<void> {
  shiftClock(ms);
  try {
    await checkChannels(line.actor, new Date(Date.now() + ms));
  } finally {
    shiftClock(0);
  }
}

const look = (line: Line) => readConnection.execute(company.admin, { channelId: line.channelId });
const tokenOf = async (line: Line) => (await findConnection(line.actor, line.channelId))?.credentials.accessToken;

it("a look from time to time brings quality and limits, and mends a lost subscription", async () => {
  const line = await Line.open(company);
  const account = simulatedAccount({
    companyId: company.companyId,
    channelId: line.channelId,
    platform: "whatsapp",
  });
  await simulatorAccountEvent.execute(company.admin, {
    channelId: line.channelId,
    quality: "YELLOW",
    limit: "TIER_10K",
  });
  await line.settled();
  await line.within(() => removeObject(account, "switches", "subscription"));
  await later(line, 0);
  expect((await look(line)).health).toMatchObject({ quality: "YELLOW", limit: "TIER_10K" });
  const before = (await look(line)).health.checkedAt;
  await later(line, hour);
  expect((await look(line)).health.checkedAt).toBe(before);
  await later(line, 7 * hour);
  expect((await look(line)).health.checkedAt).not.toBe(before);
  await line.customer("5491150091101");
  await line.settled();
  expect(await line.conversation("5491150091101")).not.toBe("");
});

it("a token of an Instagram login is renewed each week and kept; a failure leaves the old one", async () => {
  const line = await Line.open(company, "INSTAGRAM");
  const first = await tokenOf(line);
  await later(line, 0);
  const second = await tokenOf(line);
  expect(second).not.toBe(first);
  await later(line, day);
  expect(await tokenOf(line)).toBe(second);
  await line.faults({ tokenRevoked: true });
  await later(line, 9 * day);
  expect(await tokenOf(line)).toBe(second);
  expect(JSON.stringify(await look(line))).not.toContain(second);
});

it("what was begun with a former token does not take the later one's place: a renewal, a check, a lost proof", async () => {
  const line = await Line.open(company, "INSTAGRAM");
  const { actor, channelId } = line;
  const former = await findConnection(actor, channelId);
  if (!former) throw new Error("no connection");
  const access = accessOf(former);
  await later(line, 0);
  const second = await tokenOf(line);
  const late = { channelId, accessToken: "renewed by another process", renewed: access };
  expect(await storeRenewed.execute(actor, late)).toEqual({ stored: false });
  const { credentials } = former;
  const checked = finishConnecting.execute(actor, { channelId, credentials, ok: true, health: {}, access });
  await expect(checked).rejects.toMatchObject({ code: "conflict" });
  await loseProof.execute(actor, { channelId, message: "The token is another account's.", access });
  expect(await tokenOf(line)).toBe(second);
  expect((await look(line)).channel.connected).toBe(true);
});

it("a token that is typed in is renewed at the next look, however lately the one before it was", async () => {
  const line = await Line.open(company, "INSTAGRAM");
  const typed = await findConnection(line.actor, line.channelId);
  if (!typed) throw new Error("no connection");
  await later(line, 0);
  const { credentials } = typed;
  await finishConnecting.execute(line.actor, { channelId: line.channelId, credentials, ok: true, health: {} });
  expect(await tokenOf(line)).toBe(credentials.accessToken);
  await later(line, 7 * hour);
  expect(await tokenOf(line)).not.toBe(credentials.accessToken);
});

it("who lost access is shown as cut off before the next answer fails", async () => {
  const line = await Line.open(company, "FACEBOOK");
  await line.faults({ tokenRevoked: true });
  await later(line, 0);
  expect(await look(line)).toMatchObject({ channel: { connected: false }, health: { problem: { code: 190 } } });
});

it("a flagged number works: it needs no registration, and its state is kept (channels.md 2.9)", async () => {
  const line = await Line.open(company);
  const profile = (status: string) => line.within(() => putObject(line.account, "switches", "profile", { status }));
  await profile("FLAGGED");
  const checked = await checkConnection.execute(company.admin, { channelId: line.channelId });
  expect(checked).toMatchObject({ ok: true, health: { status: "FLAGGED" }, channel: { connected: true } });
  await profile("PENDING");
  const pending = await checkConnection.execute(company.admin, { channelId: line.channelId });
  expect(pending).toMatchObject({ ok: false, health: { status: "PENDING" }, channel: { connected: true } });
  expect(pending.steps.find(({ ok }) => !ok)?.detail).toContain("PIN");
});
