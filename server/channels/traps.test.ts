import { describe, expect, it } from "vitest";
import { systemPool } from "#server/db/system.ts";
import { reply } from "#server/messages/sending.ts";
import { linkExternal } from "#server/messages/status/delivery-status.ts";
import { deliverWaiting } from "#server/templates/delivering.ts";
import { sendTemplate } from "#server/templates/sending.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { approvedTemplate } from "#server/testing/processes/campaigning.ts";
import { checkConnection } from "./connection/checking.ts";
import { momentIn } from "./inbound/lossless.ts";
import { receiveMessage } from "./inbound/receiving.ts";
import { accessTo } from "./media/media.ts";
import { parsePage } from "./messenger/inbound.ts";
import { noteStatus } from "./outbound/reporting.ts";
import { simulatedAccount } from "./simulator/accounts.ts";
import { removeObject } from "./simulator/objects.sql.ts";
import { parseWhatsapp } from "./whatsapp/inbound.ts";

// The traps of channels that no other file has a test for.

let next = 5491150081100;

const company = await openCompany();
await runPlatform();
const line = await Line.open(company);

async function talk(on = line) {
  const peer = String(++next);
  await on.customer(peer);
  await on.settled();
  return { peer, id: await on.conversation(peer) };
}

const answer = (conversationId: string, body = "Good morning") =>
  reply.execute(company.admin, { conversationId, type: "text/plain", body });

it("one message taken in twenty times at once is one message of one conversation", async () => {
  const phone = String(++next);
  const content = { type: "text/plain" as const, text: "Once", attachments: [], extra: {} };
  const from = { phone, userId: null, name: "Ana", username: "" };
  const message = { externalId: `wamid.twenty.${phone}`, from, at: new Date(), content };
  const all = await Promise.allSettled(
    Array.from({ length: 20 }, () => receiveMessage.execute(line.actor, { channelId: line.channelId, message })),
  );
  const written = all.filter((one) => one.status === "fulfilled" && one.value.outcome === "written");
  expect(written).toHaveLength(1);
  const { rows } = await systemPool().query(`select "id" from conversations where "visitorId" = $1`, [phone]);
  expect(rows).toHaveLength(1);
  expect(await line.messages(rows[0].id)).toHaveLength(1);
});

it("statuses of an unknown id wait, and the highest of them counts once it is known", async () => {
  const { id } = await talk();
  const sent = await answer(id);
  const externalId = `wamid.early.${next}`;
  for (const status of ["read", "sent", "delivered"] as const) {
    const report = { externalId, status, callbackData: "", at: new Date() };
    expect(await noteStatus.execute(line.actor, { channelId: line.channelId, report })).toEqual({ held: true });
  }
  await linkExternal.execute(line.actor, { channelId: line.channelId, messageId: sent.id, externalId });
  const message = (await line.messages(id)).find((one) => one.id === sent.id);
  expect(message?.status).toBe("read");
});

it("an echo that overtakes the answer to the send is known as our own", async () => {
  for (const type of ["FACEBOOK", "INSTAGRAM"] as const) {
    const page = await Line.open(company, type);
    const { peer, id } = await talk(page);
    await page.faults({ statusFirst: true });
    await answer(id, "Mine");
    const running = page.drain(id);
    await page.settled();
    await running;
    await page.settled();
    expect((await page.messages(id)).map(({ text }) => text)).toEqual(["Hello", "Mine"]);
    expect(await page.phone(peer)).toHaveLength(1);
  }
});

it("too many messages to one person wait for their turn, in order, while others go on", async () => {
  const own = await Line.open(company);
  const [slow, other] = [await talk(own), await talk(own)];
  await own.faults({ errorRate: 100, errorCode: 131056 });
  await answer(slow.id, "1");
  await answer(slow.id, "2");
  expect(await own.drain(slow.id)).toBe(1000);
  await own.faults({ errorRate: 0 });
  await answer(other.id, "at once");
  expect(await own.drain(other.id)).toBeNull();
  expect(await own.phone(slow.peer)).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  expect(await own.drain(slow.id)).toBeNull();
  const texts = (await own.phone(slow.peer)).map(({ body }) => (body.text as { body: string }).body);
  expect(texts).toEqual(["1", "2"]);
});

it("a number whose webhooks were never subscribed is mended by the check, which says so", async () => {
  for (const type of ["WHATSAPP_API", "FACEBOOK", "INSTAGRAM"] as const) {
    const mute = await Line.open(company, type);
    const platformOf = { WHATSAPP_API: "whatsapp", FACEBOOK: "messenger", INSTAGRAM: "instagram" } as const;
    const about = { companyId: company.companyId, channelId: mute.channelId, platform: platformOf[type] };
    await mute.within(() => removeObject(simulatedAccount(about), "switches", "subscription"));
    const peer = String(++next);
    await mute.customer(peer);
    await mute.settled();
    expect(await mute.conversation(peer)).toBe("");
    const checked = await checkConnection.execute(company.admin, { channelId: mute.channelId });
    expect(checked.steps.find(({ step }) => step === "subscription")?.ok).toBe(true);
    await mute.customer(peer);
    await mute.settled();
    expect(await mute.conversation(peer)).not.toBe("");
  }
});

it("a page whose webhooks failed for too long is cut off by the platform, and comes back with the check", async () => {
  const page = await Line.open(company, "FACEBOOK");
  const peer = String(++next);
  await page.faults({ badSignature: "wrong", disableAfter: 1 });
  await page.customer(peer);
  await page.settled();
  await page.faults({ badSignature: "off", disableAfter: 0 });
  await page.customer(peer);
  await page.settled();
  expect(await page.conversation(peer)).toBe("");
  expect((await checkConnection.execute(company.admin, { channelId: page.channelId })).ok).toBe(true);
  await page.customer(peer);
  await page.settled();
  expect(await page.conversation(peer)).not.toBe("");
});

it("a quick reply under a template comes in another shape than a button, and counts as an answer", async () => {
  const { peer, id } = await talk();
  const made = await approvedTemplate(company, line, "quick", "Hola {{1}}, ¿te sirve?", "UTILITY");
  await sendTemplate.execute(company.admin, { conversationId: id, templateId: made.id, variables: { "1": "Ana" } });
  await deliverWaiting(line.actor);
  await line.settled();
  const sent = (await line.phone(peer)).at(-1);
  await line.customer(peer, { type: "button", target: sent?.id ?? "", choice: "YES_PLEASE", text: "Sí" });
  await line.settled();
  const answered = (await line.messages(id)).at(-1);
  expect(answered).toMatchObject({ fromType: "visitor", text: "Sí", extra: { quoted: { externalId: sent?.id } } });
  const { rows } = await systemPool().query(
    `select "answeredAt" from campaign_messages where "conversationId" = $1 and "campaignId" is null`,
    [id],
  );
  expect(rows[0].answeredAt).toBeInstanceOf(Date);
});

describe("what the platforms write", () => {
  const at = new Date("2026-11-21T12:00:00Z");
  const seconds = Math.floor(at.getTime() / 1000);

  it("holds times as seconds or milliseconds, as text or number", () => {
    for (const value of [String(seconds), seconds, String(at.getTime()), at.getTime()])
      expect(momentIn(value, new Date(0))).toEqual(at);
    for (const value of ["", "soon", -1, null, "9".repeat(30)]) expect(momentIn(value, at)).toEqual(at);
  });

  it("a read voice note is read, a skipped delivery too, and other words of statuses are left alone", () => {
    const statuses = ["played", "read", "delivered", "deleted", "warning"].map((status, index) => {
      return { id: `wamid.${index}`, status, timestamp: String(seconds), recipient_id: "1" };
    });
    const value = { metadata: { phone_number_id: "1" }, statuses };
    const items = parseWhatsapp({ entry: [{ id: "9", changes: [{ field: "messages", value }] }] }, at);
    const read = items.map((item) => (item.kind === "status" ? item.status : item.kind));
    expect(read).toEqual(["read", "read", "delivered", "ignored", "ignored"]);
  });

  it("referrals of pages come alone, in a postback and in a message", () => {
    const referral = { ref: "autumn", source: "ADS", type: "OPEN_THREAD", ad_id: "120208412345670123" };
    const who = { sender: { id: "7" }, recipient: { id: "9" }, timestamp: seconds };
    const messaging = [
      { ...who, referral },
      { ...who, postback: { mid: "m_1", title: "Get started", payload: "GO", referral } },
      { ...who, message: { mid: "m_2", text: "Hi", referral } },
    ];
    const items = parsePage({ entry: [{ id: "9", time: at.getTime(), messaging }] }, at);
    expect(items.map(({ kind, at: moment }) => [kind, moment])).toEqual([
      ["referral", at],
      ["message", at],
      ["message", at],
    ]);
    for (const item of items) expect("referral" in item && item.referral?.ad).toBe(true);
  });
});

describe("the token", () => {
  const real = { sandbox: false } as const;
  it.each([
    ["whatsapp", "https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1", "with token"],
    ["whatsapp", "https://graph.facebook.com/v25.0/1", "with token"],
    ["whatsapp", "https://scontent.xx.fbcdn.net/v/t1.png", "plain"],
    ["messenger", "https://scontent.xx.fbcdn.net/v/t1.png", "plain"],
    ["messenger", "https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=1", "plain"],
    ["instagram", "https://video.cdninstagram.com/v/1.mp4", "plain"],
    ["whatsapp", "http://lookaside.fbsbx.com/x", undefined],
    ["whatsapp", "https://lookaside.fbsbx.com.example.com/x", undefined],
    ["whatsapp", "https://evilfbcdn.net/x", undefined],
    ["messenger", "https://169.254.169.254/x", undefined],
    ["whatsapp", "http://127.0.0.1:3000/simulator/graph/v25.0/media/1", undefined],
  ] as const)("on %s goes with %s: %s", (platform_, url, access) => {
    expect(accessTo({ ...real, platform: platform_ }, new URL(url))).toBe(access);
  });
});
