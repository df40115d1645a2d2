import { beforeAll, describe, expect, it } from "vitest";
import { day, hour, shiftClock } from "#server/base/clock.ts";
import { systemPool } from "#server/db/system.ts";
import { reply } from "#server/messages/sending.ts";
import { openApi, openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { updateChannel } from "./editing.ts";
import { processInbound } from "./inbound/processing.ts";
import { simulatedAccount } from "./simulator/accounts.ts";
import { queueCallback } from "./simulator/state.ts";

let next = 7000000005000;

const company = await openCompany();
await runPlatform();
const api = await openApi(company);

const types = { FACEBOOK: "messenger", INSTAGRAM: "instagram" } as const;

async function talk(line: Line, said = {}) {
  const peer = String(++next);
  await line.customer(peer, { name: "Marta Ruiz", ...said });
  await line.settled();
  return { peer, id: await line.conversation(peer) };
}

const answer = (conversationId: string, more: Record<string, unknown> = {}) =>
  reply.execute(company.admin, { conversationId, type: "text/plain", body: "Good morning", ...more });

describe.each(["FACEBOOK", "INSTAGRAM"] as const)("a customer writes on %s", (type) => {
  let line: Line;
  beforeAll(async () => {
    line = await Line.open(company, type);
  });

  it("opens a conversation under the profile's name, which counts as a captured name", async () => {
    const { id } = await talk(line, { text: "Hola ñandú" });
    const conversation = (await api.get<Record<string, string>>(`/v1/conversations/${id}`)).body;
    expect(conversation).toMatchObject({ channel: type, visitorName: "Marta Ruiz" });
    expect((await line.messages(id))[0]?.text).toBe("Hola ñandú");
    const contact = (await api.get(`/v1/contacts/${conversation.contactId}`)).body;
    expect(contact).toMatchObject({ name: "Marta Ruiz", entryMethod: type });
  });

  it("is answered once; our own echoes and repeated reports change nothing (channels.md 7.4)", async () => {
    await line.faults({ duplicates: 2, reorder: true });
    const { peer, id } = await talk(line);
    await answer(id);
    await line.drain(id);
    await line.settled();
    await line.faults({ duplicates: 0, reorder: false });
    const thread = await line.messages(id);
    expect(thread.map(({ fromType, status }) => [fromType, status])).toEqual([
      ["visitor", "sent"],
      ["user", "read"],
    ]);
    expect(await line.phone(peer)).toHaveLength(1);
  });

  it("knows its own echo also when the answer to the send never came", async () => {
    await line.faults({ serverErrorRate: 100, serverErrorAccepts: true });
    const { peer, id } = await talk(line);
    await answer(id, { body: "Are you there?" });
    await line.drain(id);
    await line.faults({ serverErrorRate: 0, serverErrorAccepts: false });
    await line.settled();
    await line.drain(id);
    expect(await line.messages(id)).toHaveLength(2);
    expect((await line.messages(id))[1]?.status).toBe("read");
    expect(await line.phone(peer)).toHaveLength(1);
  });

  it("shows what a colleague writes in the platform's own inbox, and pauses the bot", async () => {
    const { peer, id } = await talk(line);
    const account = simulatedAccount({
      companyId: company.companyId,
      channelId: line.channelId,
      platform: types[type],
    });
    const message = { mid: `m_foreign_${peer}`, text: "I will take this one", is_echo: true, app_id: 263902037430900 };
    const event = { sender: { id: account.id }, recipient: { id: peer }, timestamp: Date.now(), message };
    await line.within(() => queueCallback(account, event, 0));
    await line.settled();
    const conversation = (await api.get<Record<string, unknown>>(`/v1/conversations/${id}`)).body;
    expect(conversation.chatbotState).toBe("OFF");
    expect(conversation.tags).not.toContain("external_robot");
    const last = (await line.messages(id)).at(-1);
    expect(last).toMatchObject({ fromType: "user", text: "I will take this one", extra: { elsewhere: true } });
    expect(await line.phone(peer)).toEqual([]);
  });

  it("gets options as chips, long texts in pieces, pictures first", async () => {
    const { peer, id } = await talk(line);
    await answer(id, { body: "Which?", response_options: ["Red", "Blue"] });
    await answer(id, { body: "ñ ".repeat(1200) });
    await line.drain(id);
    const [asked, ...pieces] = (await line.phone(peer)).map(({ body }) => body.message as Record<string, unknown>);
    expect(asked?.quick_replies).toMatchObject([{ title: "Red" }, { title: "Blue" }]);
    expect(pieces.length).toBeGreaterThan(1);
    const choice = JSON.stringify(asked).match(/"title":"Blue","payload":"([^"]+)"/)?.[1] ?? "";
    await line.customer(peer, { type: "button", text: "Blue", choice });
    await line.settled();
    expect((await line.messages(id)).at(-1)).toMatchObject({ fromType: "visitor", text: "Blue" });
  });

  it("reacts, takes back, sends what cannot be shown, comes from an ad", async () => {
    const { peer, id } = await talk(line, { fromAd: true });
    expect((await api.get(`/v1/conversations/${id}`)).body).toMatchObject({ utmSource: "facebook-ads" });
    const own = (await line.messages(id))[0]?.externalId ?? "";
    await line.customer(peer, { type: "unsupported", text: "" });
    await line.customer(peer, { type: "reaction", target: own, text: "❤️" });
    await line.settled();
    const [first, second] = await line.messages(id);
    expect(first?.extra?.reactions).toMatchObject([{ emoji: "❤️" }]);
    expect(second?.type).toBe("unsupported");
    await line.customer(peer, { type: "delete", target: own });
    await line.settled();
    expect((await line.messages(id))[0]).toMatchObject({ text: "", extra: { deleted: true } });
  });

  it("after 24 hours gets answers only from people, where the channel's setting allows it, never from the bot (channels.md 7.17)", async () => {
    const { peer, id } = await talk(line);
    shiftClock(25 * hour);
    await expect(answer(id)).rejects.toMatchObject({ code: "messaging_window_closed" });
    await updateChannel.execute(company.admin, { channelId: line.channelId, settings: { humanAgent: true } });
    await answer(id);
    const robot = await api.post(`/v1/conversations/${id}/messages`, { from: "bot", fromType: "robot", body: "Hi" });
    expect(robot.status).toBe(409);
    await line.drain(id);
    expect((await line.phone(peer))[0]?.body).toMatchObject({ messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" });
    shiftClock(8 * day);
    await expect(answer(id)).rejects.toMatchObject({ code: "messaging_window_closed" });
    shiftClock(0);
    await updateChannel.execute(company.admin, { channelId: line.channelId, settings: { humanAgent: false } });
  });

  it("answers within an ad's longer window as ever: the tag is for what comes after it (F10)", async () => {
    const { peer, id } = await talk(line, { fromAd: true });
    await updateChannel.execute(company.admin, { channelId: line.channelId, settings: { humanAgent: true } });
    shiftClock(30 * hour);
    await answer(id);
    await line.drain(id);
    expect((await line.phone(peer)).at(-1)?.body).not.toHaveProperty("tag");
    shiftClock(0);
    await updateChannel.execute(company.admin, { channelId: line.channelId, settings: { humanAgent: false } });
  });

  it("leaves alone what belongs to another app, and the dashboard's test events", async () => {
    const account = simulatedAccount({
      companyId: company.companyId,
      channelId: line.channelId,
      platform: types[type],
    });
    const event = {
      sender: { id: "12334" },
      recipient: { id: "23245" },
      timestamp: "1527459824",
      message: { mid: "test", text: "x" },
    };
    const entry = [
      {
        id: account.id,
        time: 1,
        standby: [{ ...event, sender: { id: "999" } }],
        messaging: type === "INSTAGRAM" ? [event] : [],
      },
    ];
    const { rows } = await systemPool().query<{ id: string }>(
      `insert into inbound_payloads ("companyId", "id", "channelId", "platform", "headers", "body", "signatureOk")
       values ($1, gen_random_uuid(), $2, $3, '{}', $4, true) returning "id"`,
      [company.companyId, line.channelId, types[type], JSON.stringify({ object: "page", entry })],
    );
    await processInbound(line.actor, line.channelId);
    const after = await systemPool().query(`select "status" from inbound_payloads where "id" = $1`, [rows[0]?.id]);
    expect(after.rows[0].status).toBe("ignored");
  });
});

describe("how far a page's messages have come", () => {
  it("is told of what a merge has moved too (channels.md 3.2)", async () => {
    const line = await Line.open(company, "FACEBOOK");
    await line.faults({ statuses: false });
    const { peer, id: winner } = await talk(line);
    const set = (change: string) => systemPool().query(`update conversations set ${change} where "id" = $1`, [winner]);
    await set(`"status" = 'closed', "closedAt" = now() - interval '2 days',
      "createdAt" = now() - interval '3 days', "lastMessageAt" = now() - interval '2 days'`);
    await line.customer(peer, { text: "Once more" });
    await line.settled();
    const loserId = await line.conversation(peer);
    expect(loserId).not.toBe(winner);
    await answer(loserId);
    await line.drain(loserId);
    await set(`"status" = 'opened', "closedAt" = null`);
    expect((await api.post(`/v1/conversations/${winner}/merge`, { loserId })).status).toBe(200);
    await line.event(peer, { read: { watermark: Date.now() } });
    expect((await line.messages(winner)).at(-1)).toMatchObject({ fromType: "user", status: "read" });
  });

  it("holds on Instagram for all that came before the message that was read (channels.md 4)", async () => {
    const line = await Line.open(company, "INSTAGRAM");
    await line.faults({ statuses: false });
    const { peer, id } = await talk(line);
    for (const body of ["one", "two ".repeat(400)]) await answer(id, { body });
    await line.drain(id);
    const [, first, second] = await line.phone(peer);
    const states = async () => (await line.messages(id)).slice(1).map(({ status }) => status);
    expect(await states()).toEqual(["sent", "sent"]);
    await line.event(peer, { read: { mid: first?.id } });
    expect(await states()).toEqual(["read", "sent"]);
    await line.event(peer, { read: { mid: second?.id } });
    expect(await states()).toEqual(["read", "read"]);
  });

  it("ends where the business takes a message back in Instagram's app (channels.md 4)", async () => {
    const line = await Line.open(company, "INSTAGRAM");
    const { peer, id } = await talk(line);
    const own = { sender: { id: line.account.id }, recipient: { id: peer } };
    const unsent = (mid: string) => line.event(peer, { ...own, message: { mid, is_echo: true, is_deleted: true } });
    await line.event(peer, { ...own, message: { mid: "aWdf_own", is_echo: true, text: "Oops" } });
    expect((await line.messages(id)).at(-1)).toMatchObject({ fromType: "user", text: "Oops" });
    await unsent("aWdf_own");
    await unsent("aWdf_unknown");
    const [, message, ...more] = await line.messages(id);
    expect(message).toMatchObject({ text: "", extra: { deleted: true, elsewhere: true } });
    expect(more).toEqual([]);
  });
});
