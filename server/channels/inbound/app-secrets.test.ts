import { describe, expect, it, vi } from "vitest";
import { openCompany } from "#server/testing/fixture.ts";

const meta = await vi.hoisted(async () => {
  const opened = await (await import("#server/testing/meta.ts")).openMeta();
  vi.stubEnv("META_APP_SECRET", "");
  return opened;
});

import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { connectChannel, readConnection } from "../connection/checking.ts";
import { checkChannels } from "../connection/tending.ts";
import { createChannel } from "../creating.ts";

const company = await openCompany();

async function connect(type: "WHATSAPP_API" | "INSTAGRAM", credentials: Record<string, string>) {
  const { id: channelId } = await createChannel.execute(company.admin, { type, label: type });
  return { channelId, checked: await connectChannel.execute(company.admin, { channelId, credentials }) };
}

describe("a channel of which no app secret is known", () => {
  it("is not connected, and says what is missing, until one is given [found C3]", async () => {
    meta.grantNumber("token", "5001", "6001");
    const ids = { phoneNumberId: "5001", wabaId: "6001", accessToken: "token" };
    const { channelId, checked } = await connect("WHATSAPP_API", ids);
    expect([checked.ok, checked.channel.connected]).toEqual([false, false]);
    expect(checked.steps.at(-1)).toMatchObject({ step: "secret", ok: false });
    const again = { channelId, credentials: { appSecret: "our own app" } };
    expect(await connectChannel.execute(company.admin, again)).toMatchObject({
      ok: true,
      channel: { connected: true },
    });
  });

  it("does not stay connected from earlier times [found C3]", async () => {
    meta.grantNumber("token 2", "5002", "6002");
    const ids = { phoneNumberId: "5002", wabaId: "6002", accessToken: "token 2" };
    const { channelId } = await connect("WHATSAPP_API", ids);
    await systemPool().query(`update channels set "connected" = true where "id" = $1`, [channelId]);
    await checkChannels(systemActor(company.companyId));
    const { channel, health } = await readConnection.execute(company.admin, { channelId });
    expect(channel.connected).toBe(false);
    expect(health.problem?.message).toContain("No app secret is known");
  });
});

describe("an Instagram login", () => {
  it("entered by its id within the app gets the account's own id [found C3]", async () => {
    meta.grant("instagram", { me: { id: "7001", user_id: "7999", username: "acme" } });
    const shared = { flavour: "login", accessToken: "instagram", appSecret: "our own app" };
    const { checked } = await connect("INSTAGRAM", { ...shared, accountId: "7001" });
    expect(checked.ok).toBe(false);
    expect(checked.steps[0]?.detail).toContain("Enter the account's own id: 7999.");
    expect((await connect("INSTAGRAM", { ...shared, accountId: "7999" })).checked.ok).toBe(true);
  });
});
