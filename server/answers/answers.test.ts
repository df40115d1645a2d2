import { describe, expect, it } from "vitest";
import { updateContact } from "#server/contacts/editing.ts";
import { assign } from "#server/conversations/assigning.ts";
import { inCompany } from "#server/db/pool.ts";
import { prisma } from "#server/db/prisma.ts";
import { systemPool } from "#server/db/system.ts";
import type { RelayedEvent } from "#server/kit/relay/consumer.ts";
import { load } from "#server/realtime/reading.sql.ts";
import { render } from "#server/realtime/rendering.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse } from "#server/testing/talking.ts";
import { maxAnswers } from "./choices.ts";
import { allAnswers } from "./listing.ts";
import type { ReadyAnswer, UsedAnswer } from "./schema.ts";

const company = await openCompany("Acme", ["talk"]);
const other = await furnishedCompany("Other", ["talk"]);
const admin = await openApi(company);
const agentRights = ["clients_read_assigned", "clients_write_assigned", "chat_talk"] as const;
const agent = await openApi(company, agentRights, company.agent);
const colleague = await openApi(company, ["chat_talk", "clients_read", "clients_write"], company.supervisor);
const stranger = await openApi(other);

type Api = typeof admin;
type Page = { data: ReadyAnswer[]; pagination: { total: number; nextCursor: string | null } };
type Upload = { id: string; url: string };

const all = "/v1/ready-answers";
const make = (api: Api, body: object) => api.post<ReadyAnswer>(all, body);
const shortcuts = async (api: Api, query = "") =>
  (await api.get<Page>(`${all}?limit=100${query}`)).body.data.map(({ shortcut }) => shortcut);
const upload = async (api: Api, fileName = "map.txt") =>
  (await api.post<Upload>("/v1/uploads", { content: "Uk9VVEU=", fileName })).body;
const use = (api: Api, conversationId: string, answerId: string, asked = {}) =>
  api.post<UsedAnswer>(`/v1/conversations/${conversationId}/ready-answers/${answerId}`, { asked });

describe("/v1/ready-answers", () => {
  it("keeps title, category, channels and scope beside shortcut and text, under a version [W7]", async () => {
    const body = { shortcut: " Horario ", text: " De 9 a 6. ", title: "Opening hours", category: "Shop" };
    const { status, body: made, headers } = await make(admin, { ...body, channels: ["WEB"] });
    expect([status, made]).toMatchObject([
      200,
      { shortcut: "horario", text: "De 9 a 6.", title: "Opening hours", category: "Shop", scope: "company", uses: 0 },
    ]);
    expect(made).toMatchObject({ channels: ["WEB"], files: [] });
    expect(headers.get("etag")).toBe(`"${made.updatedAt}"`);
    const at = `${all}/${made.id}`;
    const changed = await admin.patch<ReadyAnswer>(at, { text: "De 9 a 7." });
    expect(changed.body).toMatchObject({ text: "De 9 a 7.", title: "Opening hours", channels: ["WEB"] });
    const stale = await admin.patch(at, { text: "x" }, { headers: { "if-match": `"${made.updatedAt}"` } });
    expect([stale.status, (await admin.get<ReadyAnswer>(at)).body.text]).toEqual([412, "De 9 a 7."]);
    expect((await stranger.get(at)).status).toBe(404);
    expect((await stranger.patch(at, { text: "x" })).status).toBe(404);
    expect((await admin.delete(at)).status).toBe(200);
    expect((await admin.get(at)).status).toBe(404);
  });

  it.each([
    ["shortcut", { shortcut: "two words", text: "x" }],
    ["shortcut", { shortcut: "x".repeat(41), text: "x" }],
    ["text", { shortcut: "empty", text: " " }],
    ["text", { shortcut: "odd", text: "Hi {{contact.nickname}}" }],
    ["channels.0", { shortcut: "fax", text: "x", channels: ["FAX"] }],
    ["files.0", { shortcut: "file", text: "x", files: ["018f0000-0000-7000-8000-000000000000"] }],
  ])("refuses what could not be typed, filled or sent: %s [W7]", async (field, body) => {
    const answer = await make(admin, body);
    expect([answer.status, answer.body.details?.[0]?.field]).toEqual([400, field]);
  });

  it("lets everybody use the company's, and those change them who may write all contacts [W7]", async () => {
    expect((await make(agent, { shortcut: "ours", text: "x" })).status).toBe(403);
    const { body: ours } = await make(colleague, { shortcut: "ours", text: "Ours" });
    expect(await shortcuts(agent)).toContain("ours");
    expect((await agent.patch(`${all}/${ours.id}`, { text: "x" })).status).toBe(403);
    expect((await agent.delete(`${all}/${ours.id}`)).status).toBe(403);
    expect((await make(colleague, { shortcut: "OURS", text: "x" })).status).toBe(409);
  });

  it("shows a private one to its owner alone: lists, search, by id, in the composer, on sockets [W7]", async () => {
    const { body: own } = await make(agent, { shortcut: "secret", text: "Zanzibar", scope: "private" });
    expect(own.scope).toBe("private");
    const { id: conversationId } = await converse(admin, company);
    await assign.execute(company.admin, { conversationId, assignedTo: company.agent.id });
    expect(await shortcuts(agent, "&search=zanzibar")).toEqual(["secret"]);
    for (const api of [admin, colleague, stranger]) {
      expect(await shortcuts(api, "&search=zanzibar")).toEqual([]);
      expect(await shortcuts(api, "&scope=private")).toEqual([]);
      const at = `${all}/${own.id}`;
      for (const { status } of [await api.get(at), await api.patch(at, { text: "x" }), await api.delete(at)])
        expect(status).toBe(404);
    }
    expect((await use(admin, conversationId, own.id)).status).toBe(404);
    const inComposer = async (actor: typeof company.admin) =>
      (await allAnswers.execute(actor, {})).some(({ id }) => id === own.id);
    expect([await inComposer(company.agent), await inComposer(company.admin)]).toEqual([true, false]);
    expect((await use(agent, conversationId, own.id)).status).toBe(200);
    const { rows: events } = await systemPool().query<RelayedEvent>(
      `select * from events where "companyId" = $1 and "data"->>'id' = $2 order by "ordinal"`,
      [company.companyId, own.id],
    );
    const told = render(events, await load(company.companyId, events));
    const audience = { kind: "user", userId: company.agent.id };
    expect(told.map((item) => [item.live.type, item.audience])).toEqual([
      ["answer/changed", audience],
      ["answer/used", audience],
    ]);
    // The same shortcut is free for everybody else, and for the company.
    expect((await make(colleague, { shortcut: "secret", text: "x", scope: "private" })).status).toBe(200);
    expect((await make(admin, { shortcut: "secret", text: "x" })).status).toBe(200);
    const shared = await agent.patch(`${all}/${own.id}`, { scope: "company" });
    expect(shared.status).toBe(403);
  });

  it("finds by shortcut, title and text without case and accents, and pages in each order [W7]", async () => {
    for (const [shortcut, title] of [
      ["envio-a", "Énvíos al país"],
      ["envio-b", "Retiro"],
      ["envio-c", "Retiro"],
    ]) {
      await make(admin, { shortcut, title, text: "Camión ÑANDÚ", category: "Envíos" });
    }
    expect(await shortcuts(admin, "&search=envios al PAIS")).toEqual(["envio-a"]);
    expect(await shortcuts(admin, "&search=nandu&sort=shortcut:asc")).toEqual(["envio-a", "envio-b", "envio-c"]);
    for (const sort of ["shortcut:asc", "uses:desc", "updatedAt:desc"]) {
      const query = `${all}?category=Env%C3%ADos&sort=${sort}`;
      const whole = (await admin.get<Page>(query)).body;
      expect(whole.pagination.total).toBe(3);
      const first = (await admin.get<Page>(`${query}&limit=2`)).body;
      const rest = (await admin.get<Page>(`${query}&limit=2&cursor=${first.pagination.nextCursor}`)).body;
      expect([...first.data, ...rest.data]).toEqual(whole.data);
    }
  });

  it("takes 2,000 of a company, and says so beyond [W7]", async () => {
    const full = await furnishedCompany("Full", ["talk"]);
    const api = await openApi(full);
    const { rows } = await systemPool().query<{ count: number }>(
      `select count(*)::int as "count" from canned_responses where "companyId" = $1`,
      [full.companyId],
    );
    await inCompany(full.companyId, () =>
      prisma.cannedResponse.createMany({
        data: Array.from({ length: maxAnswers - (rows[0]?.count ?? 0) }, (_, index) => ({
          ...{ companyId: full.companyId, id: crypto.randomUUID(), shortcut: `n${index}`, text: "x" },
        })),
      }),
    );
    const refused = await make(api, { shortcut: "one-more", text: "x" });
    expect([refused.status, refused.body]).toMatchObject([409, { error: "limit_reached", limit: maxAnswers }]);
  });
});

describe("a ready answer in a conversation", () => {
  const talk = { id: company.given.conversationId ?? "", contactId: company.given.contactId ?? "" };

  it("is filled with what is known of its contact, and counted, most used first [W7]", async () => {
    const { id, contactId } = talk;
    await updateContact.execute(company.admin, { contactId, name: "Inés Gil", customFields: { plan: "Oro" } });
    const text = "Hola {{contact.firstName|amigo}}, tu plan es {{contact.custom.plan}}. {{ask:Pedido}}";
    const { body: made } = await make(admin, { shortcut: "plan", text });
    const missing = await use(admin, id, made.id);
    expect([missing.status, missing.body]).toEqual([
      200,
      { text: "Hola Inés, tu plan es Oro. {{ask:Pedido}}", missing: ["ask:Pedido"], files: [] },
    ]);
    const filled = await use(admin, id, made.id, { Pedido: "A-12" });
    expect(filled.body).toEqual({ text: "Hola Inés, tu plan es Oro. A-12", missing: [], files: [] });
    const read = (await admin.get<ReadyAnswer>(`${all}/${made.id}`)).body;
    expect([read.uses, read.updatedAt]).toEqual([1, made.updatedAt]);
    expect((await shortcuts(admin))[0]).toBe("plan");
    const told = (await eventsOf(company)).filter(({ type, data }) => type === "answer/used" && data.id === made.id);
    expect(told.map(({ data }) => data)).toEqual([{ id: made.id, uses: 1 }]);
  });

  it("is filled with the conversation's own fields, too [W7] [W9]", async () => {
    await admin.put(`/v1/conversations/${talk.id}`, { customFields: { order: "48213" } });
    const text =
      "Order {{conversation.custom.order}}, box {{conversation.custom.box}}, {{conversation.custom.box|by post}}.";
    const { body: made } = await make(admin, { shortcut: "parcel", text });
    expect((await use(admin, talk.id, made.id)).body).toMatchObject({
      text: "Order 48213, box {{conversation.custom.box}}, by post.",
      missing: ["conversation.custom.box"],
    });
  });

  it("sends copies of its files, which outlive it, and no message takes the kept one [W7]", async () => {
    const { id } = talk;
    const file = await upload(admin);
    const { body: made } = await make(admin, { shortcut: "map", text: "Here is how you find us.", files: [file.id] });
    expect(made.files).toMatchObject([{ id: file.id, name: "map.txt", size: 5 }]);
    const messages = `/v1/conversations/${id}/messages`;
    const send = (uploadId: string) =>
      admin.post<{ attachments: { image_url: string }[] }>(messages, {
        ...{ from: company.admin.id, fromType: "user", type: "file", message: { uploadId } },
      });
    expect((await send(file.id)).status).toBe(400);
    expect((await make(admin, { shortcut: "map2", text: "x", files: [file.id] })).status).toBe(400);
    const { body: used } = await use(admin, id, made.id);
    const [copy] = used.files;
    expect(copy).toMatchObject({ name: "map.txt", size: 5 });
    expect(copy?.id).not.toBe(file.id);
    const sent = await send(copy?.id ?? "");
    expect(sent.body.attachments[0]?.image_url).toBe(copy?.url);
    const kept = () =>
      inCompany(company.companyId, () =>
        prisma.upload.findFirst({ where: { companyId: company.companyId, id: file.id } }),
      ).then((row) => row?.kept);
    expect(await kept()).toBe(true);
    await admin.patch(`${all}/${made.id}`, { files: [] });
    expect(await kept()).toBe(false);
    expect((await use(admin, id, made.id)).body.files).toEqual([]);
    expect((await admin.get<ReadyAnswer>(`${all}/${made.id}`)).body.files).toEqual([]);
  });

  it("speaks of nobody whom the visitor only claims to be [W7]", async () => {
    const { id, contactId } = talk;
    await updateContact.execute(company.admin, { contactId, name: "Known Person" });
    await systemPool().query(`update conversations set "contactLink" = 'claimed', "visitorName" = '' where "id" = $1`, [
      id,
    ]);
    const { body: made } = await make(admin, { shortcut: "whom", text: "{{contact.name}}" });
    expect((await use(admin, id, made.id)).body.missing).toEqual(["contact.name"]);
  });
});
