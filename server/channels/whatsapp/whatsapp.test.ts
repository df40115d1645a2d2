import { describe, expect, it } from "vitest";
import { hour, shiftClock } from "#server/base/clock.ts";
import { systemPool } from "#server/db/system.ts";
import { reply, sendMessage } from "#server/messages/sending.ts";
import { openApi, openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";

let next = 5491150005000;

const customer = () => String(++next);

const company = await openCompany();
await runPlatform();
const line = await Line.open(company);
const api = await openApi(company);

/** A customer who has written, and their conversation. */
async function talk(said = {}) {
  const peer = customer();
  await line.customer(peer, said);
  await line.settled();
  return { peer, id: await line.conversation(peer) };
}

const answer = (conversationId: string, more: Record<string, unknown> = {}) =>
  reply.execute(company.admin, { conversationId, type: "text/plain", body: "Good morning", ...more });

async function last(id: string) {
  const all = await line.messages(id);
  const found = all.at(-1);
  if (!found) throw new Error("no message");
  return found;
}

describe("a customer writes on WhatsApp", () => {
  it("opens a conversation with a contact that has the number and the profile's name", async () => {
    const peer = customer();
    await line.customer(peer, { name: "Sofía Núñez", text: "¿Tienen envíos? 🚲 / ñ" });
    await line.settled();
    const id = await line.conversation(peer);
    const conversation = (await api.get<Record<string, unknown>>(`/v1/conversations/${id}`)).body;
    expect(conversation).toMatchObject({ channel: "WHATSAPP", visitorName: "Sofía Núñez", visitorPhone: `+${peer}` });
    expect(conversation.windowExpiresAt).toEqual(expect.any(String));
    expect((await line.messages(id)).map(({ text, fromType }) => [fromType, text])).toEqual([
      ["visitor", "¿Tienen envíos? 🚲 / ñ"],
    ]);
    const contact = (await api.get<Record<string, unknown>>(`/v1/contacts/${conversation.contactId}`)).body;
    expect(contact).toMatchObject({ name: "Sofía Núñez", entryMethod: "WHATSAPP", internationalPhoneNumber: peer });
  });

  it("once, however often and in whatever order it is delivered (channels.md 7.1)", async () => {
    await line.faults({ duplicates: 4, reorder: true });
    const peer = customer();
    for (const text of ["one", "two", "three"]) await line.customer(peer, { text });
    await line.settled();
    await line.faults({ duplicates: 0, reorder: false });
    const { rows } = await systemPool().query(`select count(*) as n from conversations where "visitorId" = $1`, [peer]);
    expect(rows[0].n).toBe(1);
    const texts = (await line.messages(await line.conversation(peer))).map(({ text }) => text);
    expect(texts.toSorted()).toEqual(["one", "three", "two"]);
  });

  it("matches the number's other shapes: Brazil's ninth digit, Argentina's 9, Mexico's 1 (channels.md 7.5)", async () => {
    for (const [first, second] of [
      ["5531987654321", "553187654321"],
      ["5491144445555", "541144445555"],
      ["5215512345678", "525512345678"],
    ] as const) {
      await line.customer(first);
      await line.settled();
      await line.customer(second, { text: "It is me again" });
      await line.settled();
      const id = await line.conversation(first);
      expect((await line.messages(id)).map(({ text }) => text)).toEqual(["Hello", "It is me again"]);
    }
  });

  it("is a contact without a number where there is only a user name, and one person once both are known", async () => {
    const user = "US.13491208655302741918";
    await line.customer(user, { name: "Zoe" });
    await line.settled();
    const id = await line.conversation(user);
    const conversation = (await api.get<Record<string, unknown>>(`/v1/conversations/${id}`)).body;
    expect(conversation).toMatchObject({ visitorName: "Zoe", visitorPhone: "" });
    await answer(id);
    expect(await line.drain(id)).toBeNull();
    await line.settled();
    expect((await last(id)).status).toBe("read");
    expect(await line.phone(user)).toHaveLength(1);
  });

  it("sends every type; unknown ones stay as a placeholder (channels.md 7.8)", async () => {
    const { peer, id } = await talk();
    for (const type of ["location", "contacts", "order", "unsupported"] as const)
      await line.customer(peer, { type, text: "" });
    await line.settled();
    const [, location, contacts, order, unsupported] = await line.messages(id);
    expect(location).toMatchObject({ type: "location", extra: { place: { name: "Here" } } });
    expect(contacts?.text).toContain("Ana Pérez");
    expect(order?.text).toContain("bike-7");
    expect(unsupported).toMatchObject({ type: "unsupported", extra: { what: "unsupported" } });
  });

  it("reacts, edits and takes back", async () => {
    const { peer, id } = await talk({ text: "Hallo" });
    const sent = await answer(id);
    await line.drain(id);
    const [mine] = await line.phone(peer);
    const own = (await line.messages(id))[0]?.externalId ?? "";
    await line.customer(peer, { type: "reaction", target: mine?.id ?? "", text: "👍" });
    await line.customer(peer, { type: "edit", target: own, text: "Hello" });
    await line.settled();
    const by = (key: string) => async () => (await line.messages(id)).find((one) => one.id === key);
    expect((await by(sent.id)())?.extra?.reactions).toEqual([{ emoji: "👍", by: peer }]);
    expect((await line.messages(id))[0]).toMatchObject({ text: "Hello", edited: true });
    await line.customer(peer, { type: "reaction", target: mine?.id ?? "", text: "" });
    await line.customer(peer, { type: "delete", target: own });
    await line.settled();
    expect((await by(sent.id)())?.extra?.reactions).toEqual([]);
    expect((await line.messages(id))[0]).toMatchObject({ text: "", extra: { deleted: true } });
  });

  it("comes from an ad: attribution, and a longer window", async () => {
    const { id } = await talk({ fromAd: true });
    const conversation = (await api.get<Record<string, string>>(`/v1/conversations/${id}`)).body;
    expect(conversation).toMatchObject({ utmSource: "facebook-ads", utmCampaign: "120208412345670123" });
    const opened = new Date(conversation.windowExpiresAt ?? "").getTime() - Date.now();
    expect(opened).toBeGreaterThan(71 * hour);
  });
});

describe("the team answers on WhatsApp", () => {
  it("sent, delivered, read: never back, and the phone has it once", async () => {
    const { peer, id } = await talk();
    expect((await answer(id)).status).toBe("queued");
    expect(await line.drain(id)).toBeNull();
    expect((await last(id)).status).not.toBe("queued");
    await line.settled();
    expect((await last(id)).status).toBe("read");
    const phone = await line.phone(peer);
    expect(phone.map(({ body }) => [body.to, body.type])).toEqual([[`+${peer}`, "text"]]);
  });

  it("whatever order statuses come in, also before the answer to the send (channels.md 7.2, 7.3)", async () => {
    await line.faults({ statusFirst: true, duplicates: 2, reorder: true, milliseconds: true });
    const { id } = await talk();
    await answer(id);
    const running = line.drain(id);
    await line.settled();
    await running;
    await line.settled();
    await line.faults({ statusFirst: false, duplicates: 0, reorder: false, milliseconds: false });
    expect((await last(id)).status).toBe("read");
  });

  it("never sends again what may have been accepted, and learns of it by its status", async () => {
    await line.faults({ serverErrorRate: 100, serverErrorAccepts: true });
    const { peer, id } = await talk();
    await answer(id);
    expect(await line.drain(id)).toBeNull();
    expect((await last(id)).status).toBe("queued");
    await line.faults({ serverErrorRate: 0, serverErrorAccepts: false });
    await line.drain(id);
    await line.settled();
    expect(await line.phone(peer)).toHaveLength(1);
    await line.drain(id);
    expect((await last(id)).status).toBe("read");
  });

  it("keeps the order of a conversation, also when ten drains run at once", async () => {
    const { peer, id } = await talk();
    for (const body of ["1", "2", "3", "4", "5"]) await answer(id, { body });
    await Promise.all(Array.from({ length: 10 }, () => line.drain(id)));
    const texts = (await line.phone(peer)).map(({ body }) => (body.text as { body: string }).body);
    expect(texts).toEqual(["1", "2", "3", "4", "5"]);
  });

  it("with options as buttons, a list or numbers, whose answers come back in full", async () => {
    const { peer, id } = await talk();
    const ask = async (options: string[]) => {
      const asked = await sendMessage.execute(company.admin, {
        conversationId: id,
        from: company.admin.id,
        fromType: "user",
        body: "Which?",
        response_options: options,
      });
      await line.drain(id);
      return { asked, shown: (await line.phone(peer)).at(-1) };
    };
    const kind = (shown?: { body: Record<string, unknown> }) =>
      (shown?.body.interactive as { type?: string } | undefined)?.type;
    const few = await ask(["Yes", "No"]);
    expect(kind(few.shown)).toBe("button");
    await line.customer(peer, {
      type: "button",
      target: few.shown?.id ?? "",
      choice: `o:${few.asked.id}:1`,
      text: "No",
    });
    await line.settled();
    expect(await last(id)).toMatchObject({
      fromType: "visitor",
      text: "No",
      extra: { quoted: { messageId: few.asked.id } },
    });
    const long = ["A rather long name of a product", "Another long name of a product", "c", "d"];
    const many = await ask(long);
    expect(kind(many.shown)).toBe("list");
    await line.customer(peer, {
      type: "button",
      target: many.shown?.id ?? "",
      choice: `o:${many.asked.id}:0`,
      text: "A rather long name of…",
    });
    await line.settled();
    expect((await last(id)).text).toBe(long[0]);
    const eleven = Array.from({ length: 11 }, (_, n) => `Option ${n + 1}`);
    const numbers = await ask(eleven);
    expect(numbers.shown?.body.text).toMatchObject({ body: expect.stringContaining("11. Option 11") });
    await line.customer(peer, { text: "11" });
    await line.settled();
    expect((await last(id)).text).toBe("Option 11");
  });

  it("fails with a reason where the number does not exist (J2), and stays sent where the phone is off", async () => {
    const send = async (suffix: string) => {
      const peer = `54911${String(++next).slice(-4)}${suffix}`;
      const made = await api.post<{ id: string }>("/v1/conversations", {
        companyId: company.companyId,
        channelId: line.channelId,
        channel: "WHATSAPP",
        from: peer,
      });
      await answer(made.body.id);
      await line.drain(made.body.id);
      await line.settled();
      return last(made.body.id);
    };
    expect(await send("0001")).toMatchObject({ status: "failed", extra: { failureCode: "131026" } });
    expect((await send("0001")).failureReason).toContain("cannot be delivered");
    expect((await send("0002")).status).toBe("sent");
    for (const end of ["0003", "0004", "0005"]) expect((await send(end)).status).toBe("read");
    expect(await send("131049")).toMatchObject({ status: "failed", extra: { failureCode: "131049" } });
  });

  it("tries again after a passing refusal, waits when it is too fast, gives up on a final one", async () => {
    const { peer, id } = await talk();
    await line.faults({ errorRate: 100, errorCode: 131016 });
    await answer(id);
    expect(await line.drain(id)).toBe(1000);
    await line.faults({ errorCode: 130429 });
    shiftClock(3000);
    expect(await line.drain(id)).toBeGreaterThan(1000);
    shiftClock(120_000);
    await line.faults({ errorCode: 131009 });
    expect(await line.drain(id)).toBeNull();
    shiftClock(0);
    await line.faults({ errorRate: 0 });
    expect(await last(id)).toMatchObject({ status: "failed", extra: { failureCode: "131009" } });
    expect(await line.phone(peer)).toEqual([]);
  });

  it("cuts the channel off when its token is gone, and says so on the message", async () => {
    const other = await Line.open(company);
    const peer = customer();
    await other.customer(peer);
    await other.settled();
    const id = await other.conversation(peer);
    await other.faults({ tokenRevoked: true });
    await answer(id);
    await other.drain(id);
    expect((await other.messages(id)).at(-1)).toMatchObject({ status: "failed", extra: { action: "reconnect" } });
    const channel = (await api.get<{ connected: boolean }>(`/v1/channels/${other.channelId}`)).body;
    expect(channel.connected).toBe(false);
  });

  it("is refused by the platform because the window is closed, where our clock thought otherwise (channels.md 7.15)", async () => {
    const { id } = await talk();
    await answer(id);
    await systemPool().query(
      `update simulator_messages set "createdAt" = now() - interval '25 hours' where "channelId" = $1`,
      [line.channelId],
    );
    await line.drain(id);
    await line.settled();
    expect(await last(id)).toMatchObject({ status: "failed", extra: { action: "template", failureCode: "131047" } });
  });
});
