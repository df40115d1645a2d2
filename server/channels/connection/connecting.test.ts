import { describe, expect, it } from "vitest";
import { systemPool } from "#server/db/system.ts";
import { reply } from "#server/messages/sending.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { createChannel } from "../creating.ts";
import { listChannelNames, readChannel } from "../listing.ts";
import { simulatedAccount, simulatedCredentials } from "../simulator/accounts.ts";
import { simulatorAccountEvent } from "../simulator/operations.ts";
import { checkConnection, connectChannel, finishConnecting, readConnection } from "./checking.ts";
import { erasedToken, findConnection } from "./connecting.ts";
import { disconnectChannel, disconnectDrained, finishDisconnecting } from "./disconnecting.ts";

const company = await openCompany("Acme", ["whatsapp"]);
await runPlatform();

const stepsOf = (checked: { steps: { step: string; ok: boolean }[] }) =>
  checked.steps.map(({ step, ok }) => [step, ok]);

describe("connecting a channel", () => {
  it("tells of each step what it found, and shows name, quality and limit, never a secret", async () => {
    const line = await Line.open(company);
    const checked = await checkConnection.execute(company.admin, { channelId: line.channelId });
    expect(stepsOf(checked)).toEqual([
      ["token", true],
      ["account", true],
      ["subscription", true],
      ["number", true],
    ]);
    expect(checked).toMatchObject({ ok: true, health: { quality: "GREEN", limit: "TIER_2K", status: "CONNECTED" } });
    const shown = JSON.stringify([checked, await readConnection.execute(company.admin, { channelId: line.channelId })]);
    const secrets = simulatedCredentials(
      simulatedAccount({ companyId: company.companyId, channelId: line.channelId, platform: "whatsapp" }),
    );
    for (const secret of [secrets.accessToken, secrets.appSecret, secrets.verifyToken])
      expect(shown).not.toContain(secret);
    expect(checked.callbackUrl).toContain(`/hooks/whatsapp/${line.channelId}`);
  });

  it.each(["FACEBOOK", "INSTAGRAM"] as const)("checks token and subscription on %s", async (type) => {
    const line = await Line.open(company, type);
    const checked = await checkConnection.execute(company.admin, { channelId: line.channelId });
    expect([checked.ok, stepsOf(checked)]).toEqual([
      true,
      [
        ["token", true],
        ["subscription", true],
      ],
    ]);
  });

  it("names what is missing before the platform is called, and keeps the form open after a failure", async () => {
    const { id: channelId } = await createChannel.execute(company.admin, { type: "WHATSAPP_API", label: "Real" });
    const given = { phoneNumberId: "1", accessToken: "EAAG" };
    await expect(connectChannel.execute(company.admin, { channelId, credentials: given })).rejects.toMatchObject({
      code: "validation_error",
      details: [{ field: "credentials.wabaId" }],
    });
    const wrong = { phoneNumberId: "+34 600 111 222", wabaId: "2", pin: "12" };
    await expect(connectChannel.execute(company.admin, { channelId, credentials: wrong })).rejects.toMatchObject({
      details: [
        { field: "credentials.phoneNumberId", code: "invalid_format" },
        { field: "credentials.pin", code: "invalid_format" },
        { field: "credentials.accessToken", code: "required" },
      ],
    });
    const credentials = { platform: "whatsapp" as const, ...given, wabaId: "2", appSecret: "", verifyToken: "" };
    await finishConnecting.execute(company.admin, { channelId, credentials, ok: false, health: {} });
    const shown = await readConnection.execute(company.admin, { channelId });
    expect(shown).toMatchObject({ hasCredentials: true, channel: { connected: false, whatsappForm: true } });
  });

  it("comes back after its token was gone, and not before", async () => {
    const line = await Line.open(company);
    await line.faults({ tokenRevoked: true });
    const failed = await checkConnection.execute(company.admin, { channelId: line.channelId });
    expect([failed.ok, failed.steps[0]?.ok]).toEqual([false, false]);
    expect(failed.steps[0]?.detail).toContain("connect it again");
    // The platform's own words stand behind ours, which each reader has in their language.
    expect(failed.steps[0]?.words).toMatchObject([{ key: "tokenRefused", value: expect.stringMatching(/token/) }]);
    await line.customer("5491155557777").catch(() => undefined);
    await line.faults({ tokenRevoked: false });
    expect((await checkConnection.execute(company.admin, { channelId: line.channelId })).ok).toBe(true);
  });

  it("is for those who may change channels", async () => {
    const channelId = company.given.whatsappChannelId ?? "";
    for (const operation of [checkConnection, disconnectChannel]) {
      await expect(operation.execute(company.agent, { channelId })).rejects.toMatchObject({ code: "forbidden" });
    }
  });
});

describe("the platform's own word about an account", () => {
  it("changes quality and limit, cuts the channel off and brings it back", async () => {
    const line = await Line.open(company);
    const look = () => readConnection.execute(company.admin, { channelId: line.channelId });
    await simulatorAccountEvent.execute(company.admin, {
      channelId: line.channelId,
      quality: "RED",
      limit: "TIER_250",
      event: "PARTNER_REMOVED",
    });
    await line.settled();
    expect(await look()).toMatchObject({ health: { limit: "TIER_250" }, channel: { connected: false } });
    await simulatorAccountEvent.execute(company.admin, { channelId: line.channelId, event: "ACCOUNT_RECONNECTED" });
    await line.settled();
    expect((await look()).channel.connected).toBe(true);
  });
});

describe("disconnecting", () => {
  it("sends what waits, then ends the subscription and erases the token; a second time nothing happens", async () => {
    const line = await Line.open(company);
    const peer = "5491155558888";
    await line.customer(peer);
    await line.settled();
    const id = await line.conversation(peer);
    await reply.execute(company.admin, { conversationId: id, type: "text/plain", body: "One last thing" });
    const asked = await disconnectChannel.execute(company.admin, { channelId: line.channelId });
    expect(asked).toMatchObject({ connected: true, disconnectionRequested: true });
    await disconnectDrained(line.actor, line.channelId);
    await disconnectDrained(line.actor, line.channelId);
    expect(await line.phone(peer)).toHaveLength(1);
    const shown = await readConnection.execute(company.admin, { channelId: line.channelId });
    expect(shown.channel).toMatchObject({ connected: false, disconnectionRequested: false });
    const { rows } = await systemPool().query(
      `select 1 from simulator_objects where "channelId" = $1 and "key" = 'subscription'`,
      [line.channelId],
    );
    expect(rows).toEqual([]);
    await reply.execute(company.admin, { conversationId: id, type: "text/plain", body: "Too late" });
    await line.drain(id);
    expect((await line.messages(id)).at(-1)).toMatchObject({
      status: "failed",
      extra: { failureCode: "not_connected" },
    });
  });
});

describe("connecting again while the connection ends", () => {
  it("stands: the end that comes after it erases nothing, and a check mends the subscription", async () => {
    const line = await Line.open(company);
    const { channelId } = line;
    await disconnectChannel.execute(company.admin, { channelId });
    expect((await connectChannel.execute(company.admin, { channelId, credentials: {} })).ok).toBe(true);
    await finishDisconnecting.execute(line.actor, { channelId });
    const { rows } = await systemPool().query(
      `select "data" from events where "type" = 'channel/changed' and "channelId" = $1 order by "id" desc limit 2`,
      [channelId],
    );
    const doubtful = { data: { id: channelId, doubtful: true } };
    expect(rows).toEqual([doubtful, doubtful]);
    const { channel } = await readConnection.execute(company.admin, { channelId });
    expect(channel).toMatchObject({ connected: true, disconnectionRequested: false });
    expect((await findConnection(line.actor, channelId))?.credentials.accessToken).not.toBe(erasedToken);
  });
});

describe("the link under which people can write", () => {
  const linkOf = async (channelId: string) => (await readChannel.execute(company.admin, { channelId })).testChannelUrl;

  it.each([
    ["WHATSAPP_API", (number: string) => `https://wa.me/${number}`],
    ["FACEBOOK", (_: string, id: string) => `https://m.me/${id}`],
    ["INSTAGRAM", (_: string, __: string, name: string) => `https://ig.me/m/${name}`],
  ] as const)("of %s names what people know: number, page or user name [found C8]", async (type, expected) => {
    const line = await Line.open(company, type);
    const { health } = await checkConnection.execute(company.admin, { channelId: line.channelId });
    const { number, id } = line.account;
    expect(await linkOf(line.channelId)).toBe(expected(number, id, health.name ?? ""));
  });

  it("leads to the settings as long as no check has found it [found C8]", async () => {
    const { id } = await createChannel.execute(company.admin, { type: "INSTAGRAM", label: "New" });
    expect(await linkOf(id)).toMatch(/\/settings\/channels$/);
  });

  it("and who may see only names learns whether a bot answers there [found C8]", async () => {
    const line = await Line.open(company);
    const names = await listChannelNames.execute(company.admin, {});
    expect(names.find(({ id }) => id === line.channelId)?.served).toBe(false);
    expect(names.some(({ served }) => served)).toBe(true);
  });
});
