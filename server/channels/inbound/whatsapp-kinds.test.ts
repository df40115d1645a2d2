import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { day, hour } from "#server/base/clock.ts";
import { systemPool } from "#server/db/system.ts";
import { reply } from "#server/messages/sending.ts";
import { openApi, openCompany, runPlatform } from "#server/testing/fixture.ts";
import type { Values } from "#server/testing/payloads.ts";
import { Line } from "#server/testing/platform.ts";
import { storeImage } from "#server/uploads/storing.ts";
import { addMedia } from "../simulator/graph-media.ts";
import { processInbound } from "./processing.ts";

let next = 5491150036000;

const customer = () => String(++next);
const ours = "wamid.ours";

const company = await openCompany();
await runPlatform();
const line = await Line.open(company);
const pages = await Line.open(company, "FACEBOOK");
const api = await openApi(company);

async function mediaOf(on: Line) {
  const bytes = await sharp({ create: { width: 20, height: 10, channels: 3, background: "#c81e1e" } })
    .png()
    .toBuffer();
  const { url } = await storeImage(on.actor, bytes);
  return on.within(() => addMedia(on.account, url));
}

/** One kind comes in; its conversation and the last message in it. */
async function receive(name: string, values: Values = {}, peer = customer()) {
  const externalId = await line.receive(name, { peer, ours, ...values });
  const id = await line.conversation(peer);
  const messages = id ? await line.messages(id) : [];
  return { peer, id, externalId, messages, message: messages.at(-1) };
}

async function commands(id: string) {
  const { rows } = await systemPool().query<{ name: string; data: Record<string, unknown> }>(
    `select "command"->>'name' as "name", "command"->'data' as "data" from messages
     where "conversationId" = $1 and "type" = 'command' order by "seq"`,
    [id],
  );
  return rows;
}

const conversationOf = async (id: string) => (await api.get<Record<string, unknown>>(`/v1/conversations/${id}`)).body;

describe("what a customer sends on WhatsApp is kept and shown", () => {
  it("a filled-in form with its values [found C6]", async () => {
    const { message } = await receive("flow-answer");
    expect(message).toMatchObject({ type: "text/plain", text: expect.stringContaining("full name: Sofía Núñez") });
    expect(message?.extra?.answers).toEqual([
      { label: "full name", value: "Sofía Núñez" },
      { label: "delivery date", value: "2026-12-01" },
      { label: "extras", value: "basket, lights" },
      { label: "newsletter", value: "✓" },
    ]);
    expect(message?.text).not.toContain("AQAAAAACS5FpgQ");
  });

  it("a list's row with its description [found C6]", async () => {
    const { message } = await receive("list-row");
    expect(message).toMatchObject({ text: "Express", extra: { description: "Tomorrow before noon, 12 USD" } });
  });

  it("whether they may be called; what cannot be read says why, never an empty bubble [found C6]", async () => {
    const { message } = await receive("call-permission");
    expect(message).toMatchObject({
      type: "unsupported",
      extra: { call: { kind: "permission_accepted", until: "2030-01-01T00:00:00.000Z" } },
    });
    const broken = await receive("interactive-with-errors");
    expect(broken.message).toMatchObject({
      type: "unsupported",
      text: "This interactive message cannot be delivered to the Cloud API.",
      extra: { what: "interactive" },
    });
  });

  it("a picture whose caption is changed keeps picture and new caption [found C6]", async () => {
    const { id: media, sha256 } = await mediaOf(line);
    const { peer, externalId } = await receive("image", { media, sha256 });
    const { messages } = await receive("caption-edit", { media, target: externalId }, peer);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({ type: "image", text: "My bike, sold", edited: true });
    expect(messages[0]?.attachments).toMatchObject([{ text: "My bike, sold" }]);
  });

  it("an edit of a kind that nobody knows yet leaves the message as it is", async () => {
    const { peer, externalId } = await receive("text", { text: "My bike" });
    const said = async () => (await line.messages(await line.conversation(peer)))[0]?.text;
    const before = await said();
    const edit = { original_message_id: externalId, message: { type: "poll", poll: { question: "Which?" } } };
    const about = {
      from: peer,
      id: `wamid.edit${peer}`,
      timestamp: String(Math.floor(Date.now() / 1000)),
      type: "edit",
    };
    await line.change({ messages: [{ ...about, edit }] });
    expect(before).toBeTruthy();
    expect(await said()).toBe(before);
  });

  it("an edit that comes before its picture waits for it for an hour (channels.md 7.2)", async () => {
    const { id: media, sha256 } = await mediaOf(line);
    const [peer, target] = [customer(), `wamid.late${next}`];
    await line.receive("caption-edit", { peer, media, target });
    const journal = async () => (await line.journal()).at(-1)?.status;
    const wait = async (minutes: number) => {
      await systemPool().query(
        `update inbound_payloads set "receivedAt" = now() - make_interval(mins => $2)
         where "channelId" = $1 and "status" = 'received'`,
        [line.channelId, minutes],
      );
      await processInbound(line.actor, line.channelId);
    };
    for (let times = 0; times < 8; times += 1) await wait(30);
    expect(await journal()).toBe("received");
    await line.receive("image", { peer, media, sha256, id: target });
    await wait(40);
    const [message] = await line.messages(await line.conversation(peer));
    expect(message).toMatchObject({ type: "image", text: "My bike, sold", edited: true });
  });

  it("and nothing of what a form said once it is taken back", async () => {
    const { peer, id, externalId } = await receive("flow-answer");
    await line.customer(peer, { type: "delete", target: externalId });
    await line.settled();
    const [message] = await line.messages(id);
    expect(message).toMatchObject({ text: "", attachments: [] });
    expect(message?.extra).toEqual({ deleted: true, quoted: { messageId: null, externalId: ours } });
  });

  it("a missed call, which opens the window; an answered call is not a message [found C6]", async () => {
    const { message, id } = await receive("missed-call");
    expect(message).toMatchObject({ fromType: "visitor", extra: { call: { kind: "missed" } } });
    const expires = new Date(String((await conversationOf(id)).windowExpiresAt)).getTime();
    expect(expires).toBeGreaterThan(Date.now() + day - hour);
    expect((await receive("taken-call")).message).toBeUndefined();
  });

  it("and a line about the conversation says what its last message is, also once it is taken back or its file has come", async () => {
    const { id: media, sha256 } = await mediaOf(line);
    const { peer, id, externalId } = await receive("image", { media, sha256 });
    const lastOf = async (one: string) => {
      const { lastMessage, lastMessageKind } = await conversationOf(one);
      return [lastMessage, lastMessageKind];
    };
    expect(await lastOf(id)).toEqual(["My bike", "image"]);
    await line.customer(peer, { type: "delete", target: externalId });
    await line.settled();
    expect(await lastOf(id)).toEqual(["", "deleted"]);
    await receive("text", { text: "Sorry" }, peer);
    expect(await lastOf(id)).toEqual(["Sorry", "text/plain"]);
    // What is not the last one changes nothing of the line.
    const bare = await receive("image", { media, sha256 });
    const target = bare.externalId;
    await receive("text", { text: "Seen?" }, bare.peer);
    await line.customer(bare.peer, { type: "delete", target });
    await line.settled();
    expect(await lastOf(bare.id)).toEqual(["Seen?", "text/plain"]);
    expect(await lastOf((await receive("missed-call")).id)).toEqual(["Missed call", "missed_call"]);
  });

  it("the product a question is about [found C6]", async () => {
    const { message } = await receive("product-question");
    expect(message?.extra?.product).toEqual({ catalogId: "194836987003835", productId: "bike-7" });
  });

  it("the ad they came by, with headline, picture and click id [found C6]", async () => {
    const { url } = await mediaOf(line);
    const { id } = await receive("ad-referral", { picture: url });
    const { referral, utmCampaign } = await conversationOf(id);
    expect(utmCampaign).toBe("120226305854810726");
    expect(referral).toMatchObject({
      headline: "Autumn sale on city bikes",
      body: "Half price until Sunday",
      clickId: "Aff-n8ZTODiE79d22KtAwQKj9e",
      imageUrl: expect.stringContaining("/uploads/"),
    });
  });

  it("nothing of a group, which only the journal keeps [found C6]", async () => {
    const { id } = await receive("group-message");
    expect(id).toBe("");
    expect((await line.journal()).at(-1)).toMatchObject({ status: "ignored", kinds: ["ignored"] });
  });
});

describe("a person changes their number", () => {
  it("contact and conversation have the new one, with a line and an entry, and answers go there [found C6]", async () => {
    const { peer, id } = await receive("text", { text: "Hello" });
    const { contactId } = await conversationOf(id);
    const moved = customer();
    for (let times = 0; times < 2; times += 1) await line.receive("number-change", { peer, moved });
    expect(await conversationOf(id)).toMatchObject({ visitorId: moved, visitorPhone: `+${moved}`, contactId });
    expect((await api.get(`/v1/contacts/${contactId}`)).body).toMatchObject({ internationalPhoneNumber: moved });
    const history = (
      await api.get<{ type: string; text: string; from: string; to: string }[]>(`/v1/contacts/${contactId}/history`)
    ).body;
    expect(history).toContainEqual(expect.objectContaining({ type: "updated", from: `+${peer}`, to: `+${moved}` }));
    const told = (await commands(id)).filter(({ name }) => name === "number_changed");
    expect(told).toEqual([{ name: "number_changed", data: { from: `+${peer}`, to: `+${moved}` } }]);
    await reply.execute(company.admin, { conversationId: id, type: "text/plain", body: "Noted" });
    await line.drain(id);
    expect([await line.phone(moved), await line.phone(peer)].map((all) => all.length)).toEqual([1, 0]);
    await receive("text", { text: "It is still me" }, moved);
    expect((await line.messages(id)).map(({ text }) => text)).toContain("It is still me");
  });

  it("and a person who has written from it already is the same one [found C6]", async () => {
    const { peer, id } = await receive("text", { text: "From the old one" });
    const moved = customer();
    const other = await receive("text", { text: "From the new one" }, moved);
    await line.receive("number-change", { peer, moved });
    for (const one of [id, other.id]) {
      expect(await conversationOf(one)).toMatchObject({ visitorId: moved, visitorPhone: `+${moved}` });
    }
    const { rows } = await systemPool().query(
      `select "phone" from channel_identities where "channelId" = $1 and "phone" = any($2)`,
      [line.channelId, [peer, moved]],
    );
    expect(rows).toEqual([{ phone: moved }]);
  });

  it("or the platform's id: the conversation goes on under the new id [found C14]", async () => {
    const user = `AR.${customer()}`;
    const newUser = `AR.${customer()}`;
    await line.receive("user-id-sender", { user });
    const id = await line.conversation(user);
    await line.receive("user-id-update", { peer: customer(), user, newUser });
    await line.receive("user-id-sender", { user: newUser });
    expect(await line.messages(id)).toHaveLength(2);
    expect(await conversationOf(id)).toMatchObject({ visitorId: newUser });
  });
});

describe("the messages a person wants", () => {
  it("is a line in the thread and a mark on the contact, once however often it comes [found C6]", async () => {
    const { peer, id } = await receive("text", { text: "Hello" });
    const seconds = String(Math.floor(Date.now() / 1000));
    for (let times = 0; times < 3; times += 1) await line.receive("marketing-stop", { peer, seconds });
    expect((await commands(id)).filter(({ name }) => name === "marketing_stopped")).toHaveLength(1);
    const { contactId } = await conversationOf(id);
    const optedOut = async () => {
      const { rows } = await systemPool().query(`select "optedOutAt" from contacts where "id" = $1`, [contactId]);
      return rows[0]?.optedOutAt !== null;
    };
    expect(await optedOut()).toBe(true);
    await line.receive("marketing-resume", { peer });
    expect((await commands(id)).map(({ name }) => name)).toContain("marketing_resumed");
    expect(await optedOut()).toBe(false);
    const options = ["Alta", "Cambio", "Baja"];
    await reply.execute(company.admin, { conversationId: id, body: "What is it about?", response_options: options });
    await line.receive("text", { peer, text: "Baja" });
    expect(await optedOut()).toBe(false);
    await line.receive("text", { peer, text: "STOP" });
    expect(await optedOut()).toBe(true);
    await line.receive("text", { peer, text: "1" });
    expect(await optedOut()).toBe(true);
  });

  it("and who agrees to be written to on Messenger has come by [found C6]", async () => {
    const peer = String(7_200_000_000_000 + next);
    await pages.receive("opt-in", { peer });
    const id = await pages.conversation(peer);
    expect((await commands(id)).map(({ name }) => name)).toEqual(["opted_in"]);
  });

  it("an ad of Messenger tells its headline and picture too [found C6]", async () => {
    const peer = String(7_300_000_000_000 + next);
    await pages.receive("ad-referral", { peer, picture: (await mediaOf(pages)).url });
    expect((await conversationOf(await pages.conversation(peer))).referral).toMatchObject({
      headline: "Autumn sale on city bikes",
      imageUrl: expect.stringContaining("/uploads/"),
    });
  });
});
