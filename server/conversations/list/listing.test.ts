import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { day, hour, shiftClock } from "#server/base/clock.ts";
import { systemPool } from "#server/db/system.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, say } from "#server/testing/talking.ts";
import type { Conversation } from "../schema.ts";

type Page = {
  data: Conversation[];
  pagination: {
    page: number;
    limit: number;
    total: number;
    totalPages: number;
    hasNext: boolean;
    hasPrev: boolean;
    nextCursor: string | null;
  };
};

/** Name to id of the conversations below. */
const ids: Record<string, string> = {};

const list = (query: string) => api.get<Page>(`/v1/conversations?limit=100&${query}`);

/** Names of what a filter finds; the total must agree. */
async function found(query: string): Promise<string[]> {
  const { status, body, text } = await list(query);
  expect(status, text).toBe(200);
  expect(body.pagination.total).toBe(body.data.length);
  return body.data.map((one) => one.visitorName).sort();
}

const write = (statement: string, values: unknown[]) => systemPool().query(statement, values);

const company = await openCompany("Acme", ["talk"]);
const other = await furnishedCompany("Other", ["talk"]);
const api = await openApi(company);

beforeAll(async () => {
  await api.delete(`/v1/conversations/${company.given.conversationId}`);
  shiftClock(-10 * day);
  for (const name of ["bot", "human", "silent", "closed", "lead", "external"]) {
    const extra = { visitorName: name, visitorEmail: `${name}@example.com`, from: `v-${name}` };
    ids[name] = (await converse(api, company, extra)).id;
    shiftClock(-10 * day + Object.keys(ids).length * hour);
  }
  await say(api, ids.bot ?? "", "robot");
  await say(api, ids.human ?? "", "robot");
  await say(api, ids.human ?? "", "user", { from: company.agent.id });
  await say(api, ids.human ?? "", "visitor", { body: "Où est ma COMMANDE 100%_sûre?" });
  await say(api, ids.external ?? "", "user", { from: "crm-bot" });
  await api.post(`/v1/conversations/${ids.lead}/close`, { isLead: true });
  await api.post(`/v1/conversations/${ids.lead}/open`);
  await api.post(`/v1/conversations/${ids.closed}/close`, { isLead: false });
  await api.patch(`/v1/conversations/${ids.lead}/phases/${company.given.phaseId}`);
  await api.post(`/v1/conversations/${ids.bot}/tags`, { tag: "vip" });
  await api.post(`/v1/conversations/${ids.silent}/tags`, { tag: "new" });
  await api.patch(`/v1/conversations/${ids.silent}`, {
    utmSource: "google",
    utmMedium: "cpc",
    visitorPhone: "+54 9 11 5555-1234",
  });
  await write(`update conversations set "preAssigned" = $2 where "id" = $1`, [ids.silent, company.agent.id]);
  shiftClock(0);
});
afterEach(() => shiftClock(0));

describe("filters (E7)", () => {
  const everybody = ["bot", "closed", "external", "human", "lead", "silent"];

  it("finds everything of the company, and nothing of another, without any", async () => {
    expect(await found("")).toEqual(everybody);
  });

  it("status: opened, closed, inactive, and the resource's ACTIVE and CLOSED", async () => {
    await write(`update conversations set "status" = 'inactive' where "id" = $1`, [ids.bot]);
    expect(await found("status=inactive")).toEqual(["bot"]);
    expect(await found("status=opened")).toEqual(["external", "human", "lead", "silent"]);
    expect(await found("status=closed")).toEqual(["closed"]);
    expect(await found("status=CLOSED")).toEqual(["closed"]);
    expect(await found("status=ACTIVE")).toEqual(["bot", "external", "human", "lead", "silent"]);
    await write(`update conversations set "status" = 'opened' where "id" = $1`, [ids.bot]);
  });

  it("channel: several mean any of them; empty items are dropped", async () => {
    expect(await found("channel=WHATSAPP,FACEBOOK")).toEqual([]);
    expect(await found("channel=,WEB,,WHATSAPP,")).toEqual(everybody);
    expect(await found("channel=")).toEqual(everybody);
  });

  it("tags: any of, over business and system tags", async () => {
    expect(await found("tags=vip")).toEqual(["bot"]);
    expect(await found("tags=vip,new")).toEqual(["bot", "silent"]);
    expect(await found("tags=was_intervened")).toEqual(["external", "human"]);
    expect(await found("tags=nothing")).toEqual([]);
  });

  it("agent: the last human who sent; robot: the bot spoke and no human did", async () => {
    expect(await found(`agent=${company.agent.id}`)).toEqual(["human"]);
    expect(await found("agent=crm-bot")).toEqual(["external"]);
    expect(await found("agent=robot")).toEqual(["bot"]);
  });

  it("condition: intervened, not_intervened, both cancel out, lead is ANDed", async () => {
    expect(await found("condition=intervened")).toEqual(["external", "human"]);
    expect(await found("condition=not_intervened")).toEqual(["bot", "closed", "lead", "silent"]);
    expect(await found("condition=intervened,not_intervened")).toEqual(everybody);
    expect(await found("condition=lead")).toEqual(["lead"]);
    expect(await found("condition=lead,intervened")).toEqual([]);
    expect(await found("condition=lead,not_intervened,intervened")).toEqual(["lead"]);
  });

  it("phase: one or several; an unknown or foreign one finds nothing", async () => {
    expect(await found(`phase=${company.given.phaseId}`)).toEqual(["lead"]);
    expect(await found(`phase=${company.given.phaseId?.toUpperCase()}`)).toEqual(["lead"]);
    expect(await found(`phase=${company.given.phaseId},${company.given.emptyPhaseId}`)).toEqual(["lead"]);
    for (const phase of ["nope", other.given.phaseId]) expect(await found(`phase=${phase}`)).toEqual([]);
  });

  it("preAssigned and assignedTo; an unknown or foreign person finds nothing", async () => {
    expect(await found(`preAssigned=${company.agent.id}`)).toEqual(["silent"]);
    expect(await found(`assignedTo=${company.agent.id}`)).toEqual(["human"]);
    expect(await found(`assignedTo=UNASSIGNED`)).toEqual(["bot", "closed", "external", "silent"]);
    for (const person of ["nope", other.agent.id]) {
      expect(await found(`preAssigned=${person}`)).toEqual([]);
      expect(await found(`assignedTo=${person}`)).toEqual([]);
    }
  });

  it("search: name, email, phone and message text, without case, accents or wildcards", async () => {
    expect(await found("search=HUMAN")).toEqual(["human"]);
    expect(await found("search=silent@exam")).toEqual(["silent"]);
    expect(await found("search=1155551234")).toEqual(["silent"]);
    expect(await found("search=1155551235")).toEqual([]);
    for (const written of ["5555-1234", "\u202a5555\u20111234\u202c", "٥٥٥٥ ١٢٣٤"])
      expect(await found(`search=${encodeURIComponent(written)}`), written).toEqual(["silent"]);
    expect(await found("search=ou+est+ma+commande")).toEqual(["human"]);
    expect(await found("search=100%25_s")).toEqual(["human"]);
    expect(await found("search=100%25%25")).toEqual([]);
    expect(await found("search=___")).toEqual([]);
    for (const wide of ["％％％", "＿＿＿"]) expect(await found(`search=${encodeURIComponent(wide)}`)).toEqual([]);
    expect(await found("search=ou+est+ma+commande&searchIn=visitor")).toEqual([]);
    expect(await found("search=HUMAN&searchIn=visitor")).toEqual(["human"]);
  });

  it("search under 3 characters matches the beginning", async () => {
    expect(await found("search=hu")).toEqual(["human"]);
    expect(await found("search=um")).toEqual([]);
  });

  it("fromDate and toDate: inclusive, on createdAt, plain dates and offsets", async () => {
    const made = (await list("")).body.data.find((one) => one.visitorName === "silent")?.createdAt ?? "";
    expect(await found(`fromDate=${made}&toDate=${made}`)).toEqual(["silent"]);
    expect(await found(`toDate=${made}`)).toEqual(["bot", "human", "silent"]);
    expect(await found(`fromDate=${made}`)).toEqual(["closed", "external", "lead", "silent"]);
    expect(await found(`fromDate=${new Date(Date.now() - 30 * day).toISOString().slice(0, 10)}`)).toEqual(everybody);
    expect(await found("fromDate=2001-01-01&toDate=9999-12-31T23:59:59.999Z")).toEqual(everybody);
    expect(await found("toDate=2001-01-01")).toEqual([]);
    const offset = new Date(new Date(made).getTime() + 2 * hour).toISOString().replace("Z", "%2B02:00");
    expect(await found(`fromDate=${offset}&toDate=${offset}`)).toEqual(["silent"]);
  });

  it("utmSource and utmMedium; parameters are ANDed", async () => {
    expect(await found("utmSource=google")).toEqual(["silent"]);
    expect(await found("utmMedium=cpc&utmSource=bing")).toEqual([]);
    expect(await found("utmMedium=cpc&tags=new&channel=WEB")).toEqual(["silent"]);
  });

  it("updatedSince: inclusive, on updatedAt (B4)", async () => {
    const { data } = (await list("sort=updatedAt:desc")).body;
    const third = data[2]?.updatedAt ?? "";
    const expected = data.filter((one) => one.updatedAt >= third).map((one) => one.visitorName);
    expect(await found(`updatedSince=${third}`)).toEqual(expected.sort());
  });

  it.each([
    ["status=open", "status"],
    ["channel=WEB,SMS", "channel.1"],
    ["condition=maybe", "condition.0"],
    ["fromDate=yesterday", "fromDate"],
    ["toDate=2026-02-31", "toDate"],
    ["updatedSince=12", "updatedSince"],
    ["sort=name", "sort"],
    ["sort=createdAt:up", "sort"],
    ["limit=0", "limit"],
    ["limit=2.5", "limit"],
    ["limit=ten", "limit"],
    ["page=0", "page"],
    ["offset=-1", "offset"],
    [`search=${"x".repeat(201)}`, "search"],
  ])("refuses %s", async (query, field) => {
    const refused = await api.get(`/v1/conversations?${query}`);
    expect([refused.status, refused.body.error]).toEqual([400, "validation_error"]);
    expect(refused.body.details?.[0]?.field).toBe(field);
  });

  it("ignores unknown query parameters (A3)", async () => {
    expect(await found("nonsense=1&companyId=2")).toEqual(everybody);
  });
});

describe("pages (B2, B5)", () => {
  it("answers data as an array, tags as arrays, and a whole pagination", async () => {
    const { body } = await api.get<Page>("/v1/conversations?limit=4");
    expect(Array.isArray(body.data)).toBe(true);
    expect(body.data.every((one) => Array.isArray(one.tags))).toBe(true);
    expect(body.pagination).toEqual({
      page: 1,
      limit: 4,
      total: 6,
      totalPages: 2,
      hasNext: true,
      hasPrev: false,
      nextCursor: expect.any(String),
    });
  });

  it("defaults to 20 and treats more than 100 as 100", async () => {
    expect((await api.get<Page>("/v1/conversations")).body.pagination.limit).toBe(20);
    for (const limit of ["101", "5000", "99999999999999999999"]) {
      expect((await api.get<Page>(`/v1/conversations?limit=${limit}`)).body.pagination.limit).toBe(100);
    }
  });

  it("gives the last page with hasNext false and no cursor", async () => {
    const { body } = await api.get<Page>("/v1/conversations?limit=4&page=2");
    expect(body.data).toHaveLength(2);
    expect(body.pagination).toMatchObject({ page: 2, hasNext: false, hasPrev: true, nextCursor: null });
  });

  it("lets offset win over page, and counts the page from it", async () => {
    const { body } = await api.get<Page>("/v1/conversations?limit=2&offset=3&page=9");
    expect(body.data).toHaveLength(2);
    expect(body.pagination).toMatchObject({ page: 2, hasNext: true, hasPrev: true });
  });

  it("has no depth cap: far beyond the end is an empty page", async () => {
    const { status, body } = await api.get<Page>("/v1/conversations?limit=100&page=90071992547409");
    expect([status, body.data, body.pagination.total]).toEqual([200, [], 6]);
  });

  it("sorts by lastMessageAt:desc with nulls last by default", async () => {
    const names = (await api.get<Page>("/v1/conversations")).body.data.map((one) => one.lastMessageAt);
    const dates = names.filter((date) => date !== null);
    expect(names.slice(0, dates.length)).toEqual([...dates].sort().reverse());
    expect(names.slice(dates.length).every((date) => date === null)).toBe(true);
  });
});

describe("other lists", () => {
  it("by-phase (E8): phases by order, each with its own first page, pagination and sum", async () => {
    await api.patch(`/v1/conversations/${ids.lead}`, { amount: 50.5 });
    type Columns = {
      phases: {
        phase: { id: string; name: string; order: number; type: string };
        conversations: Page;
        amount: number;
      }[];
    };
    const { status, body } = await api.get<Columns>("/v1/conversations/by-phase?limit=2");
    expect(status).toBe(200);
    expect(body.phases.map(({ phase }) => phase.name)).toEqual(["New", "In progress", "Won", "Lost"]);
    const [first, second, third] = body.phases;
    expect(first?.conversations.data).toHaveLength(2);
    expect(first?.conversations.pagination).toMatchObject({ total: 5, limit: 2, hasNext: true });
    expect(second).toMatchObject({ amount: 50.5, conversations: { pagination: { total: 1 } } });
    expect(third?.conversations).toMatchObject({ data: [], pagination: { total: 0, totalPages: 0 } });
  });

  it("by-phase takes the list's filters", async () => {
    type Columns = { phases: { phase: { id: string }; conversations: Page }[] };
    const { body } = await api.get<Columns>(`/v1/conversations/by-phase?tags=vip&phase=${company.given.phaseId}`);
    expect(body.phases.map(({ phase, conversations }) => [phase.id, conversations.data.length])).toEqual([
      [company.given.phaseId, 0],
    ]);
  });

  it("channels/list (E16): channels with at least one open conversation, sorted", async () => {
    expect((await api.get("/v1/conversations/channels/list")).body).toEqual(["WEB"]);
    const add = (channel: string, status: string) =>
      write(
        `insert into conversations ("companyId", "id", "channelId", "channel", "phaseId", "visitorId", "status")
         values ($1, gen_random_uuid(), $2, $3, $4, 'elsewhere', $5)`,
        [company.companyId, company.given.channelId, channel, company.given.emptyPhaseId, status],
      );
    await add("FACEBOOK", "inactive");
    await add("WHATSAPP", "closed");
    expect((await api.get("/v1/conversations/channels/list")).body).toEqual(["FACEBOOK", "WEB"]);
    await write(`delete from conversations where "companyId" = $1 and "visitorId" = 'elsewhere'`, [company.companyId]);
  });

  it("contact/{id}: a bare array, newest activity first; 404 for unknown and foreign contacts", async () => {
    const contactId = (await list("condition=lead")).body.data[0]?.contactId ?? "";
    const { status, body } = await api.get<Conversation[]>(`/v1/conversations/contact/${contactId}`);
    expect([status, body.map((one) => one.id)]).toEqual([200, [ids.lead]]);
    for (const id of ["x", "018f0000-0000-7000-8000-000000000000", other.given.contactId]) {
      expect((await api.get(`/v1/conversations/contact/${id}`)).status).toBe(404);
    }
  });

  it("one conversation; 404 for unknown, malformed and foreign ids with the same words", async () => {
    expect((await api.get<Conversation>(`/v1/conversations/${ids.bot}`)).body.id).toBe(ids.bot);
    const bodies = new Set<string>();
    for (const id of ["x", "018f0000-0000-7000-8000-000000000000", other.given.conversationId]) {
      const { status, body } = await api.get(`/v1/conversations/${id}`);
      expect(status).toBe(404);
      bodies.add(`${body.error} ${body.message}`);
    }
    expect(bodies.size).toBe(1);
  });
});
