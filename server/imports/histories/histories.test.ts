import { parse } from "csv-parse/sync";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { day } from "#server/base/clock.ts";
import type { Contact } from "#server/contacts/schema.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import type { Message } from "#server/messages/schema.ts";
import { allowPrivateTargets, privateTargetsAllowed } from "#server/outbound/targets.ts";
import { typesDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import {
  type Account,
  agent,
  contact,
  conversation,
  inbox,
  message,
  sender,
  startChatwoot,
} from "#server/testing/systems/chatwoot.ts";
import { zipOf } from "#server/testing/systems/zip.ts";
import { FileBytes } from "#server/uploads/schema.ts";
import { sweepUploads } from "#server/uploads/sweeping.ts";
import { workOnHistory } from "./running.ts";
import type { HistoryView } from "./schema.ts";
import { startHistory } from "./starting.ts";

const company = await openCompany();
const api = await openApi(company);
const { companyId } = company;
const websiteId = company.given.channelId ?? "";
const allowed = privateTargetsAllowed();

beforeAll(() => allowPrivateTargets(true));
afterAll(() => allowPrivateTargets(allowed));

const read = async (id: string) => (await api.get<HistoryView>(`/v1/history-imports/${id}`)).body;

/** Works until it ends or waits for the other system. */
async function work(id: string): Promise<HistoryView> {
  for (;;) {
    const one = await read(id);
    if (one.finishedAt !== null || one.retryAt !== null) return one;
    await workOnHistory({ companyId, jobId: id });
  }
}

async function start(body: Record<string, unknown>): Promise<HistoryView> {
  const answer = await api.post<HistoryView>("/v1/history-imports", { websiteId, ...body });
  expect([answer.status, answer.body]).toEqual([202, expect.anything()]);
  return work(answer.body.id);
}

async function again(id: string, body: Record<string, unknown> = {}): Promise<HistoryView> {
  const answer = await api.post<HistoryView>(`/v1/history-imports/${id}/repeat`, body);
  expect(answer.status).toBe(202);
  return work(answer.body.id);
}

async function outcomes(id: string): Promise<Record<string, string>[]> {
  const { text } = await api.get(`/v1/history-imports/${id}/outcomes`);
  return parse(text, { bom: true, columns: true }) as Record<string, string>[];
}

async function chatwoot(account: Partial<Account>, file?: Buffer) {
  const whole = { inboxes: [inbox(1, "Shop")], agents: [], contacts: [], conversations: [], messages: [], ...account };
  const stand = await startChatwoot(whole, file);
  afterAll(() => stand.close());
  const { address, token: accessToken } = stand;
  const given = { source: "chatwoot_api", name: stand.address, address, accountId: "1", accessToken };
  return { stand, given };
}

const threadOf = async (id: string) => {
  const found = await api.get<Conversation>(`/v1/conversations/${id}`);
  const { body } = await api.get<{ data: Message[] }>(`/v1/conversations/${id}/messages?limit=100`);
  return { ...found.body, messages: body.data };
};

const seconds = (day: number, minute: number) => Date.UTC(2025, 2, day, 9, minute) / 1000;

describe("a history of Chatwoot, by its API", () => {
  it("comes with its own times, authors, notes, labels, files and attributes, and nothing leaves for it [P4]", async () => {
    const ana = contact(7, {
      ...{ name: "Ana", email: "ana@example.com", phone_number: "+5491155550123", identifier: "A-7" },
      custom_attributes: { plan: "gold" },
    });
    const file = await sharp({ create: { width: 8, height: 4, channels: 3, background: "#0a5" } })
      .png()
      .toBuffer();
    const { stand, given } = await chatwoot(
      {
        agents: [
          agent(3, "Beto", (await api.get<{ email: string }>(`/v1/users/${company.agent.id}`)).body.email),
          agent(4, "Gone", "gone@elsewhere.example"),
        ],
        contacts: [ana],
        conversations: [
          conversation(41, ana, {
            ...{
              status: "open",
              labels: ["vip", "no_lead"],
              created_at: seconds(2, 0),
              custom_attributes: { order: 9 },
            },
          }),
        ],
      },
      file,
    );
    const url = (path: string) => `${stand.address}/rails/blobs/${path}`;
    stand.account.messages.push(
      message(101, 41, "My brake squeaks", { created_at: seconds(2, 1) }),
      message(102, 41, null, {
        created_at: seconds(2, 2),
        attachments: [
          { id: 1, message_id: 102, file_type: "image", account_id: 1, data_url: url("redirect/brake.png") },
        ],
      }),
      message(103, 41, "Ask the workshop", {
        private: true,
        message_type: 1,
        sender: sender(4, "Gone"),
        created_at: seconds(2, 3),
      }),
      message(104, 41, "Conversation was assigned to Beto", { message_type: 2, created_at: seconds(2, 4) }),
      message(105, 41, "Bring it in", {
        message_type: 1,
        sender: sender(3, "Beto"),
        created_at: seconds(2, 5),
        status: "read",
      }),
      message(106, 41, "", {
        ...{ message_type: 1, sender: sender(4, "Gone"), created_at: seconds(2, 6) },
        attachments: [{ id: 2, message_id: 106, file_type: "file", account_id: 1, data_url: url("gone.pdf") }],
      }),
    );
    let done: HistoryView | undefined;
    const types = await typesDuring(company, async () => {
      done = await start(given);
    });
    expect(types).toEqual([]);
    expect(done).toMatchObject({
      ...{ status: "done", total: 2, created: 2, failed: 0, waiting: 0, messages: 4, notes: 1, leftOut: 1 },
      found: { inboxes: [{ id: "1", name: "Shop", type: "Channel::WebWidget" }] },
    });
    expect(JSON.stringify(done)).not.toContain(stand.token);
    const [person, thread] = await outcomes(done?.id ?? "");
    expect(person).toMatchObject({ kind: "contact", sourceId: "7", outcome: "created" });
    expect(thread).toMatchObject({ kind: "conversation", sourceId: "41", outcome: "created", code: "file_missing" });
    const { body: contactHere } = await api.get<Contact>(`/v1/contacts/${person?.id}`);
    expect(contactHere).toMatchObject({
      ...{ name: "Ana", externalId: "A-7", customFields: { plan: "gold" }, entryMethod: "IMPORT" },
      createdAt: new Date(seconds(1, 0) * 1000).toISOString(),
    });
    const here = await threadOf(thread?.id ?? "");
    expect(here).toMatchObject({
      ...{ imported: true, closed: true, contactId: person?.id, visitorName: "Ana" },
      ...{ createdAt: new Date(seconds(2, 1) * 1000).toISOString(), conversationContext: { order: "9" } },
    });
    expect(here.operatorTags.map(({ tagName }) => tagName)).toEqual(["vip", "chatwoot-open"]);
    const said = here.messages.toSorted((a, b) => a.seq - b.seq);
    expect(
      said.map(({ seq, fromType, senderType, userName, type, text }) => [
        seq,
        fromType,
        senderType,
        userName,
        type,
        text,
      ]),
    ).toEqual([
      [1, "visitor", "visitor", "Ana", "text/plain", "My brake squeaks"],
      [2, "visitor", "visitor", "Ana", "image", ""],
      [3, "user", "user", "Beto", "text/plain", "Bring it in"],
      [4, "user", "externalOperator", "Gone", "text/plain", ""],
    ]);
    expect(said[0]?.createdAt).toBe(new Date(seconds(2, 1) * 1000).toISOString());
    expect(said[1]?.attachments[0]).toMatchObject({ width: 8, height: 4 });
    expect(said[2]).toMatchObject({ user: company.agent.id, status: "read" });
    expect(said[3]?.extra?.missing).toContain("404");
    const notes = await api.get<Record<string, unknown>[]>(`/v1/conversations/${thread?.id}/notes`);
    expect(notes.body).toMatchObject([{ text: "Ask the workshop", authorName: "Gone", afterSeq: 2 }]);
    const { rows } = await systemPool().query(
      `select (select count(*)::int from webhook_deliveries where "companyId" = $1) + (select count(*)::int from message_sends
        where "companyId" = $1) as "left"`,
      [companyId],
    );
    expect(rows).toEqual([{ left: 0 }]);
  });

  it("brings the labels of contacts and the teams of conversations, which its lists do not hold [P4]", async () => {
    const team = await api.post<{ id: string }>("/v1/teams", { name: "Workshop", color: "#0a5a5a" });
    const people = Array.from({ length: 32 }, (_, index) => contact(900 + index));
    const { given } = await chatwoot({
      contacts: people,
      conversations: [
        conversation(910, people[0] ?? {}, { meta: { sender: people[0], team: { id: 1, name: "workshop" } } }),
        conversation(911, people[1] ?? {}, { meta: { sender: people[1], team: { id: 2, name: "Night shift" } } }),
      ],
      messages: [message(9100, 910, "Is it ready?"), message(9110, 911, "Hello?")],
      labels: { vip: people.slice(0, 20).map(({ id }) => Number(id)), late: [900] },
    });
    const done = await start(given);
    expect(done).toMatchObject({
      status: "done",
      total: 34,
      created: 34,
      failed: 0,
      found: { labels: ["vip", "late"] },
    });
    const all = await outcomes(done.id);
    const own = (kind: string, id: number) =>
      all.find((one) => one.kind === kind && one.sourceId === String(id))?.id ?? "";
    const tagsOf = async (id: number) => (await api.get<Contact>(`/v1/contacts/${own("contact", id)}`)).body.tags;
    expect([await tagsOf(900), await tagsOf(919), await tagsOf(920)]).toEqual([["vip", "late"], ["vip"], []]);
    expect(await threadOf(own("conversation", 910))).toMatchObject({ teamId: team.body.id, conversationContext: {} });
    expect(await threadOf(own("conversation", 911))).toMatchObject({
      teamId: "",
      conversationContext: { team: "Night shift" },
    });
  });

  it("changes nothing twice, and picks up what is new; what people deleted here stays deleted [P4]", async () => {
    const people = Array.from({ length: 20 }, (_, index) => contact(200 + index));
    const { stand, given } = await chatwoot({
      contacts: people,
      conversations: people.map((one, index) => conversation(500 + index, one)),
      messages: people.map((_, index) => message(1000 + index, 500 + index, `Hello ${index}`)),
    });
    const first = await start({ ...given, dryRun: true });
    expect(first).toMatchObject({ status: "done", dryRun: true, total: 40, created: 40, messages: 0 });
    const second = await again(first.id);
    expect(second).toMatchObject({ total: 40, created: 40, messages: 20 });
    const before = await outcomes(second.id);
    const asked = stand.asked().length;
    expect(await again(second.id)).toMatchObject({ total: 40, created: 0, updated: 0, skipped: 40, messages: 0 });
    // Conversations that have not moved are not asked for again.
    expect(
      stand
        .asked()
        .slice(asked)
        .filter((path) => path.includes("messages")),
    ).toEqual([]);

    const mine = (kind: string, id: number) =>
      before.find((one) => one.kind === kind && one.sourceId === String(id))?.id ?? "";
    await api.delete(`/v1/conversations/${mine("conversation", 501)}`);
    await api.delete(`/v1/contacts/${mine("contact", 202)}`);
    await api.post(`/v1/conversations/${mine("conversation", 503)}/open`, {});
    for (const id of [500, 501, 502, 503]) {
      stand.account.messages.push(message(2000 + id, id, "And more", { created_at: seconds(3, 0) }));
      Object.assign(stand.account.conversations[id - 500] ?? {}, { last_activity_at: seconds(3, 0) });
    }
    stand.account.conversations.push(conversation(700, people[0] ?? {}));
    stand.account.messages.push(message(3000, 700, "Another"));
    const third = await again(second.id);
    expect(third).toMatchObject({ total: 41, created: 1, updated: 2, failed: 0, messages: 3 });
    const now = await outcomes(third.id);
    const outcomeOf = (id: number) => now.find((one) => one.kind === "conversation" && one.sourceId === String(id));
    expect([501, 502].map((id) => [outcomeOf(id)?.outcome, outcomeOf(id)?.code])).toEqual([
      ["skipped", "deleted"],
      ["skipped", "deleted"],
    ]);
    expect((await threadOf(mine("conversation", 500))).messages.map(({ seq }) => seq).sort()).toEqual([1, 2]);
    // An agent works in it by now: what is new gets a place of its own.
    expect((await threadOf(mine("conversation", 503))).messages.filter(({ text }) => text === "And more")).toEqual([]);
    expect(outcomeOf(503)?.id).not.toBe(mine("conversation", 503));
    expect((await threadOf(outcomeOf(700)?.id ?? "")).contactId).toBe(mine("contact", 200));
  });

  it("waits where Chatwoot asks for that or is out of order, goes on where it was, and stops with plain words [P4]", async () => {
    const { stand, given } = await chatwoot({
      contacts: [contact(1), contact(2, { email: "no address", phone_number: "x" })],
    });
    stand.refuse(1, 429, { "retry-after": "7" });
    const waiting = await start(given);
    expect(waiting).toMatchObject({ status: "queued", error: expect.stringContaining("less often") });
    const wait = new Date(waiting.retryAt ?? 0).getTime() - Date.now();
    expect([wait > 4000, wait < 8000]).toEqual([true, true]);
    const due = () => systemPool().query(`update history_imports set "retryAt" = now() where "id" = $1`, [waiting.id]);
    const goOn = async () => {
      await due();
      await workOnHistory({ companyId, jobId: waiting.id });
      return read(waiting.id);
    };
    stand.refuse(1, 502);
    expect((await goOn()).error).toContain("502");
    stand.refuse(0, 200);
    await due();
    await workOnHistory({ companyId, jobId: waiting.id });
    const done = await work(waiting.id);
    expect(done).toMatchObject({ status: "done", error: "", created: 2 });
    expect((await outcomes(done.id))[1]).toMatchObject({
      outcome: "created",
      code: expect.stringContaining("invalid"),
    });

    const refused = await start({ ...given, accessToken: "wrong", name: "wrong" });
    expect(refused).toMatchObject({ status: "cancelled", error: expect.stringContaining("access token") });
    const nowhere = await start({ ...given, accountId: "2", name: "nowhere" });
    expect(nowhere).toMatchObject({ status: "cancelled", error: expect.stringContaining("no such account") });
    allowPrivateTargets(false);
    const inside = await api.post("/v1/history-imports", { websiteId, ...given, name: "inside" });
    allowPrivateTargets(true);
    expect([inside.status, inside.body]).toMatchObject([400, { details: [{ field: "address" }] }]);
  });

  it("is not repeated from a text that came with its request [P4]", async () => {
    const { id } = await start({
      ...{ source: "whatsapp_chat", name: "by text", customer: "Ana" },
      text: "31/12/23, 21:41 - Ana: Is my bike ready?\n31/12/23, 21:44 - Shop: Yes, come by",
    });
    const answer = await api.post<{ error: string }>(`/v1/history-imports/${id}/repeat`, {});
    expect([answer.status, answer.body.error]).toEqual([409, "conflict"]);
  });

  it("can be stopped, runs once under a name, and only administrators may start it [P4]", async () => {
    const { given } = await chatwoot({ contacts: Array.from({ length: 40 }, (_, index) => contact(900 + index)) });
    const { body } = await api.post<HistoryView>("/v1/history-imports", { websiteId, ...given });
    expect((await api.post("/v1/history-imports", { websiteId, ...given })).status).toBe(409);
    expect((await api.post(`/v1/history-imports/${body.id}/repeat`, {})).status).toBe(409);
    await api.delete(`/v1/jobs/${body.id}`);
    expect(await work(body.id)).toMatchObject({ status: "cancelled", created: 0 });
    expect((await api.post(`/v1/jobs/${body.id}/undo`)).status).toBe(409);
    const writer = await openApi(company, ["clients_write"], company.agent);
    expect((await writer.post("/v1/history-imports", { websiteId, ...given })).status).toBe(403);
    const { body: all } = await api.get<HistoryView[]>("/v1/history-imports");
    expect(all.some(({ id }) => id === body.id)).toBe(true);
  });
});

describe("a history of Chatwoot, from a file", () => {
  const ana = contact(71, { name: "Ana", email: "ana.file@example.com" });
  const threads = [
    {
      ...conversation(81, ana),
      messages: [message(1, 81, "Hi"), message(2, 81, "Hello", { message_type: 1, sender: sender(3, "Beto") })],
    },
  ];

  it.each([
    [
      "JSON as the API answers",
      JSON.stringify({ agents: [], contacts: { payload: [ana] }, conversations: { data: { payload: threads } } }),
    ],
    ["JSON lines", [ana, ...threads].map((one) => JSON.stringify(one)).join("\n")],
    [
      "CSV of messages",
      [
        "id,conversation_id,message_type,content,private,created_at,sender_name,contact_id,contact_name,contact_email",
        "1,81,incoming,Hi,f,2025-03-02 09:01:00,,71,Ana,ana.file@example.com",
        "2,81,outgoing,Hello,f,2025-03-02 09:02:00,Beto,71,Ana,ana.file@example.com",
      ].join("\n"),
    ],
  ])("is read from %s [P4]", async (name, text) => {
    const done = await start({ source: "chatwoot_file", name, text, fileName: "dump" });
    expect(done).toMatchObject({ status: "done", total: 2, failed: 0, messages: 2 });
    const thread = (await outcomes(done.id)).find(({ kind }) => kind === "conversation");
    const { messages, visitorName } = await threadOf(thread?.id ?? "");
    expect(visitorName).toBe("Ana");
    expect(messages.toSorted((a, b) => a.seq - b.seq).map(({ text: said, fromType }) => [said, fromType])).toEqual([
      ["Hi", "visitor"],
      ["Hello", "user"],
    ]);
  });

  it("takes the contacts that Chatwoot exports as CSV, and refuses what is neither [P4]", async () => {
    const text = 'id,name,email,phone_number,labels,city\n5,Eva,eva@example.com,+5491155559999,"vip,new",Rosario\n';
    const done = await start({ source: "chatwoot_file", name: "contacts", text });
    expect(done).toMatchObject({ total: 1, created: 1 });
    const [row] = await outcomes(done.id);
    expect((await api.get<Contact>(`/v1/contacts/${row?.id}`)).body).toMatchObject({
      ...{ name: "Eva", tags: ["vip", "new"], customFields: { city: "Rosario" } },
    });
    for (const wrong of ["{not json", "a,b\n1,2\n", "[]"]) {
      const { status } = await api.post("/v1/history-imports", {
        websiteId,
        source: "chatwoot_file",
        name: "w",
        text: wrong,
      });
      expect(status).toBe(400);
    }
  });
});

describe("a chat that WhatsApp exported", () => {
  const chat = "31/12/23, 21:41 - Ana: Is my bike ready?\n31/12/23, 21:44 - Shop: Yes";

  it("becomes one conversation of its customer; a longer export of it goes on there [P4]", async () => {
    const given = { source: "whatsapp_chat", name: "Ana's chat", phone: "+54 9 11 5555 7777" };
    const done = await start({ ...given, text: chat });
    expect(done).toMatchObject({
      total: 2,
      created: 2,
      messages: 2,
      found: { authors: ["Ana", "Shop"] },
      customer: "Ana",
    });
    const [person, thread] = await outcomes(done.id);
    expect((await api.get<Contact>(`/v1/contacts/${person?.id}`)).body).toMatchObject({
      name: "Ana",
      phone: "+54 9 11 5555 7777",
    });
    const longer = await start({ ...given, text: `${chat}\n31/12/23, 21:44 - Ana: Thanks\nsee you` });
    expect(longer).toMatchObject({ created: 0, updated: 1, skipped: 1, messages: 1 });
    const { messages } = await threadOf(thread?.id ?? "");
    expect(messages.toSorted((a, b) => a.seq - b.seq).map(({ text, fromType }) => [text, fromType])).toEqual([
      ["Is my bike ready?", "visitor"],
      ["Yes", "user"],
      ["Thanks\nsee you", "visitor"],
    ]);
  });

  it("brings its files along from an archive, and tells which it does not hold [P4]", async () => {
    const picture = await sharp({ create: { width: 9, height: 5, channels: 3, background: "#a50" } })
      .jpeg()
      .toBuffer();
    const lines = [
      "[31.12.23, 21:41:00] Zoe: Look",
      "[31.12.23, 21:42:00] Zoe: \u200e<attached: 00000002-PHOTO.jpg>",
      "[31.12.23, 21:43:00] Shop: \u200e<attached: 00000003-offer.pdf>",
      "[31.12.23, 21:44:00] Zoe: \u200e<attached: 00000004-gone.mp4>",
    ];
    const bytes = zipOf({
      "_chat.txt": lines.join("\r\n"),
      "00000002-PHOTO.jpg": picture,
      "00000003-offer.pdf": "%PDF-1.7 an offer",
    });
    const given = { source: "whatsapp_chat" as const, name: "Zoe's archive", websiteId, fileName: "Zoe.zip" };
    const begun = await startHistory.execute(company.admin, { ...given, file: new FileBytes(bytes) });
    const done = await work(begun.id);
    expect(done).toMatchObject({ total: 2, created: 2, messages: 4, failed: 0, customer: "Zoe" });
    const thread = (await outcomes(done.id)).find(({ kind }) => kind === "conversation");
    expect(thread).toMatchObject({ code: "file_missing" });
    const { messages } = await threadOf(thread?.id ?? "");
    const said = messages.toSorted((a, b) => a.seq - b.seq);
    expect(said.map(({ type }) => type)).toEqual(["text/plain", "image", "file", "text/plain"]);
    expect(said[1]?.attachments[0]).toMatchObject({ width: 9, height: 5 });
    expect(said[2]?.attachments[0]).toMatchObject({ title: "00000003-offer.pdf" });
    expect(said[3]?.extra?.missing).toContain("does not hold");
    // Its archive is kept, so that the same may be taken again.
    expect(await again(done.id)).toMatchObject({ created: 0, skipped: 2, messages: 0 });
    const cut = new FileBytes(bytes.subarray(0, 200));
    await expect(startHistory.execute(company.admin, { ...given, name: "cut", file: cut })).rejects.toMatchObject({
      details: [{ field: "file", code: "invalid_zip" }],
    });
  });

  it("leaves nothing of somebody who is deleted but a mark, by which it does not bring them back [P4]", async () => {
    const mark = crypto.randomUUID().slice(0, 8);
    const [name, number] = [`Zoraida ${mark}`, `+54 9 11 ${String(Date.now()).slice(-8)}`];
    const text = `31/12/23, 21:41 - ${name}: Look\n31/12/23, 21:44 - Shop: Yes`;
    const bytes = zipOf({ "_chat.txt": text });
    const shape = { source: "whatsapp_chat" as const, websiteId, fileName: `WhatsApp Chat with ${name}.zip` };
    const given = { ...shape, name: mark, phone: number };
    const tried = await startHistory.execute(company.admin, { ...given, dryRun: true, file: new FileBytes(bytes) });
    const begun = await startHistory.execute(company.admin, { ...given, file: new FileBytes(bytes) });
    const done = await work(begun.id);
    const [person] = await outcomes(done.id);
    const archives = async () => {
      const kept = `select "expiresAt" from uploads where "companyId" = $1 and "fileName" = $2`;
      return (await systemPool().query<{ expiresAt: Date | null }>(kept, [companyId, shape.fileName])).rows;
    };
    expect((await archives()).map(({ expiresAt }) => expiresAt && expiresAt.getTime() - Date.now() > 6 * day)).toEqual([
      true,
      true,
    ]);
    // As runs of before marks left it.
    await systemPool().query(`update history_links set "sourceId" = $2 where "companyId" = $1 and "system" = $3`, [
      ...[companyId, name.toLowerCase(), `whatsapp_chat:${mark}`],
    ]);
    await systemPool().query(`update history_items set "sourceId" = $2 where "importId" = $1`, [
      ...[done.id, name.toLowerCase()],
    ]);
    expect(await start({ ...given, fileName: "", customer: name, text })).toMatchObject({ created: 0, skipped: 2 });
    expect((await api.delete(`/v1/contacts/${person?.id}`)).status).toBe(200);
    const saying = async (table: string) =>
      (
        await systemPool().query(
          `select x::text as "row" from ${table} x where "companyId" = $1 and lower(x::text) like $2`,
          [...[companyId, `%zoraida ${mark}%`]],
        )
      ).rows;
    for (const table of ["history_imports", "history_items", "history_links"]) expect(await saying(table)).toEqual([]);
    expect(await read(tried.id)).toMatchObject({ customer: "", phone: "", fileName: "", found: { authors: [] } });
    await sweepUploads(systemActor(companyId));
    expect(await archives()).toEqual([]);
    expect(await start({ ...given, fileName: "", customer: name, text })).toMatchObject({ created: 0, updated: 0 });
    expect((await api.get(`/v1/contacts/${person?.id}`)).status).toBe(404);
  });

  it("calls people by a mark where a file has no number for them [P4]", async () => {
    const address = `mark.${crypto.randomUUID().slice(0, 8)}@example.com`;
    const text = `name,email,phone_number\nMara,${address},+5491155559123\n`;
    const done = await start({ source: "chatwoot_file", name: address, text });
    const [row] = await outcomes(done.id);
    expect(row).toMatchObject({ outcome: "created", sourceId: expect.stringMatching(/^~/) });
    expect(await start({ source: "chatwoot_file", name: address, text })).toMatchObject({ created: 0, skipped: 1 });
  });

  it("does not count in reports [P4]", async () => {
    const { rows } = await systemPool().query(
      `select count(*)::int as "count" from report_facts f join conversations c on c."companyId" = f."companyId"
        and c."id" = f."conversationId" where c."companyId" = $1 and c."imported"`,
      [companyId],
    );
    expect(rows).toEqual([{ count: 0 }]);
  });
});
