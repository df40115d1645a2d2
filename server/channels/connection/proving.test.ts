import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

const meta = await vi.hoisted(async () => (await import("#server/testing/meta.ts")).openMeta());

import { systemPool } from "#server/db/system.ts";
import { app } from "#server/rest/app.ts";
import { freshCompany, furnishedCompany, type TestCompany } from "#server/testing/company.ts";
import { createChannel } from "../creating.ts";
import { checkConnection, connectChannel, readConnection } from "./checking.ts";

let a: TestCompany;
let b: TestCompany;
const appSecret = "the app of this installation";

beforeAll(async () => {
  a = await freshCompany();
  b = await furnishedCompany("Other");
});
afterAll(() => a.close());

async function channel(of: TestCompany, type: "WHATSAPP_API" | "FACEBOOK" | "INSTAGRAM" = "WHATSAPP_API") {
  return (await createChannel.execute(of.admin, { type, label: type })).id;
}

const connect = (of: TestCompany, channelId: string, credentials: Record<string, string>) =>
  connectChannel.execute(of.admin, { channelId, credentials });
const look = async (of: TestCompany, channelId: string) => {
  const { channel, health } = await readConnection.execute(of.admin, { channelId });
  return { connected: channel.connected, problem: health.problem?.message ?? "" };
};

let messages = 0;

/** Delivers a message to the number; returns the HTTP status and the channels whose journals hold the message. */
async function write(phoneNumberId: string, wabaId: string): Promise<{ status: number; journals: string[] }> {
  messages += 1;
  const said = `secret words ${messages}`;
  const value = {
    metadata: { phone_number_id: phoneNumberId },
    messages: [{ from: "5491160000001", id: `wamid.${messages}`, type: "text", text: { body: said } }],
  };
  const body = JSON.stringify({ entry: [{ id: wabaId, changes: [{ field: "messages", value }] }] });
  const signature = createHmac("sha256", appSecret).update(body).digest("hex");
  const headers = { "x-hub-signature-256": `sha256=${signature}` };
  const answer = await app.request("/hooks/whatsapp", { method: "POST", body, headers });
  const { rows } = await systemPool().query<{ channelId: string }>(
    `select "channelId" from inbound_payloads where "body" like $1`,
    [`%${said}%`],
  );
  return { status: answer.status, journals: rows.map((one) => one.channelId) };
}

describe("what a company claims", () => {
  it("opens nothing: another company's number typed as one's own account id, before and after [found S1]", async () => {
    meta.grantNumber("token a", "1001", "2001");
    meta.grantNumber("token b", "1002", "1001");
    const ofB = await channel(b);
    const own = { phoneNumberId: "1002", accessToken: "token b" };
    expect((await connect(b, ofB, { ...own, wabaId: "1001" })).ok).toBe(true);
    expect((await write("1001", "2001")).journals).not.toContain(ofB);
    const ofA = await channel(a);
    expect((await connect(a, ofA, { phoneNumberId: "1001", wabaId: "2001", accessToken: "token a" })).ok).toBe(true);
    expect(await write("1001", "2001")).toEqual({ status: 200, journals: [ofA] });
    await connect(b, ofB, { ...own, wabaId: "1001" });
    expect(await write("1001", "2001")).toEqual({ status: 200, journals: [ofA] });
  });

  it("blocks no other channel, and routes nothing while it is not proven [found S1]", async () => {
    meta.grantNumber("token a3", "1003", "2003");
    const ofB = await channel(b);
    const claimed = { phoneNumberId: "1003", wabaId: "2003", accessToken: "guessed" };
    expect((await connect(b, ofB, claimed)).ok).toBe(false);
    expect((await write("1003", "2003")).journals).toEqual([]);
    const ofA = await channel(a);
    expect((await connect(a, ofA, { ...claimed, accessToken: "token a3" })).ok).toBe(true);
    expect(await write("1003", "2003")).toEqual({ status: 200, journals: [ofA] });
    expect((await connect(b, ofB, claimed)).ok).toBe(false);
    expect(await write("1003", "2003")).toEqual({ status: 200, journals: [ofA] });
    expect(await look(a, ofA)).toEqual({ connected: true, problem: "" });
  });

  it("keeps its proof while its access works, and goes to the later one when it fails [found S1]", async () => {
    meta.grantNumber("first", "1004", "2004");
    meta.grantNumber("second", "1004", "2004");
    const ids = { phoneNumberId: "1004", wabaId: "2004" };
    const ofA = await channel(a);
    await connect(a, ofA, { ...ids, accessToken: "first" });
    const ofB = await channel(b);
    await expect(connect(b, ofB, { ...ids, accessToken: "second" })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("its access works"),
    });
    expect(await write("1004", "2004")).toEqual({ status: 200, journals: [ofA] });
    // A platform that is unreachable does not change who has the number.
    meta.speak = ({ token }) => (token === "first" ? meta.refusal(2) : undefined);
    await expect(connect(b, ofB, { ...ids, accessToken: "second" })).rejects.toMatchObject({ code: "conflict" });
    meta.speak = () => undefined;
    meta.revoke("first");
    expect((await connect(b, ofB, { ...ids, accessToken: "second" })).ok).toBe(true);
    const lost = await look(a, ofA);
    expect(lost.connected).toBe(false);
    expect(lost.problem).toContain("another channel has connected");
    await new Promise((resolve) => setTimeout(resolve, 5100));
    expect(await write("1004", "2004")).toEqual({ status: 200, journals: [ofB] });
  });

  it("is not proven by an access that opens something else [found S1]", async () => {
    meta.grant("page b", { "3002": { id: "3002" }, me: { id: "77", user_id: "4002", username: "b" } });
    meta.grant("linked b", { me: { id: "3002", instagram_business_account: { id: "4003" } } });
    const page = await connect(b, await channel(b, "FACEBOOK"), { pageId: "3001", accessToken: "page b" });
    const login = { flavour: "login", accountId: "4001", accessToken: "page b" };
    const instagram = await connect(b, await channel(b, "INSTAGRAM"), login);
    const linked = { flavour: "page", accountId: "4001", accessToken: "linked b" };
    const byPage = await connect(b, await channel(b, "INSTAGRAM"), linked);
    expect([page.ok, instagram.ok, byPage.ok]).toEqual([false, false, false]);
    expect(byPage.steps[0]?.detail).toBe("Another Instagram account is linked to the page of this token: 4003.");
    const { rows } = await systemPool().query(
      `select 1 from channels where "externalId" in ('3001', '4001') and "provenAt" is not null`,
    );
    expect(rows).toEqual([]);
  });

  it("ends when a later look finds that the stored access opens another number [found S1]", async () => {
    meta.grantNumber("moved", "1005", "2005");
    const ofA = await channel(a);
    const ids = { phoneNumberId: "1005", wabaId: "2005", accessToken: "moved" };
    expect((await connect(a, ofA, ids)).ok).toBe(true);
    meta.grant("moved", { "1005": { id: "1005" }, "2005/phone_numbers": { data: [{ id: "9" }] } });
    await checkConnection.execute(a.admin, { channelId: ofA });
    expect((await write("1005", "2005")).status).toBe(200);
    expect((await look(a, ofA)).connected).toBe(false);
    const { rows } = await systemPool().query(`select "provenAt" from channels where "id" = $1`, [ofA]);
    expect(rows[0].provenAt).toBeNull();
  });
});
