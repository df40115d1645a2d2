import { beforeAll, describe, expect, it } from "vitest";
import { furnishedCompany } from "#server/testing/company.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse } from "#server/testing/talking.ts";
import type { SavedView } from "#server/views/schema.ts";

const company = await openCompany("Acme", ["talk", "team"]);
const other = await furnishedCompany("Other", ["talk", "team"]);
const api = await openApi(company);
const agent = await openApi(company, ["clients_read_assigned", "chat_talk"], company.agent);

type Page = { data: { visitorName: string; name: string }[]; pagination: { total: number; nextCursor: string | null } };
type Count = { id: string; count: number | null };
const save = async (body: object, client = api) => (await client.post<SavedView>("/v1/views", body)).body;
const list = async (query: string, client = api) => (await client.get<Page>(`/v1/conversations?${query}`)).body;
const found = (page: Page) => [page.data.map(({ visitorName }) => visitorName).sort(), page.pagination.total];
const countOf = async ({ id }: SavedView, client = api) =>
  (await client.get<Count[]>("/v1/views/counts")).body.find((one) => one.id === id)?.count;

beforeAll(async () => {
  await api.delete(`/v1/conversations/${company.given.conversationId}`);
  for (const visitorName of ["mine", "theirs", "free", "closed"]) {
    const { id } = await converse(api, company, { visitorName });
    const assignedTo = { mine: company.agent.id, theirs: company.otherAgent.id }[visitorName] ?? "";
    if (assignedTo) await api.post(`/v1/conversations/${id}/assign`, { assignedTo });
    if (visitorName !== "free") await api.post(`/v1/conversations/${id}/tags`, { tagName: "vip", tag: "vip" });
    if (visitorName === "closed") await api.post(`/v1/conversations/${id}/close`, { isLead: false });
  }
});

describe("GET /v1/conversations?view=", () => {
  it("holds what the view holds, each reader's own rows for its tab Mine [W4]", async () => {
    const mine = await save({ name: "Mine", scope: "company", filters: { view: "mine" } });
    expect(found(await list(`view=${mine.id}`, agent))).toEqual([["mine"], 1]);
    expect(found(await list(`view=${mine.id}`))).toEqual([[], 0]);
    const vip = await save({ name: "VIP", scope: "company", filters: { tags: ["vip"] } });
    expect(found(await list(`view=${vip.id}`))).toEqual([["closed", "mine", "theirs"], 3]);
    expect(found(await list(`view=${vip.id}`, agent))).toEqual([["mine"], 1]);
    const board = await save({ name: "Board", page: "pipeline", filters: { tags: "vip" } });
    expect(found(await list(`view=${board.id}`))).toEqual([["mine", "theirs"], 2]);
  });

  it("is narrowed further by other filters, also by those the view has itself [W4]", async () => {
    const filters = { view: "all", tags: ["vip", "other"], assignedTo: [company.agent.id, company.otherAgent.id] };
    const view = await save({ name: "Held", filters });
    expect(found(await list(`view=${view.id}`))).toEqual([["mine", "theirs"], 2]);
    expect(found(await list(`view=${view.id}&search=mine`))).toEqual([["mine"], 1]);
    expect(found(await list(`view=${view.id}&assignedTo=${company.agent.id}`))).toEqual([["mine"], 1]);
    // Not wider than the view, however much is asked for.
    expect(found(await list(`view=${view.id}&assignedTo=UNASSIGNED`))).toEqual([[], 0]);
    expect(found(await list(`view=${view.id}&open=false`))).toEqual([[], 0]);
    expect(found(await list(`view=${view.id}&tags=vip&assignedTo=`))).toEqual([["mine", "theirs"], 2]);
  });

  it("goes on by its cursor, which is of this view only [W4]", async () => {
    const view = await save({ name: "Pages", filters: { tags: ["vip"] } });
    const first = await list(`view=${view.id}&limit=2`);
    const { nextCursor } = first.pagination;
    const rest = await list(`view=${view.id}&limit=2&cursor=${nextCursor}`);
    expect([...first.data, ...rest.data].map(({ visitorName }) => visitorName).sort()).toEqual([
      "closed",
      "mine",
      "theirs",
    ]);
    const elsewhere = await api.get(
      `/v1/conversations?limit=2&cursor=${nextCursor}&view=${(await save({ name: "Empty" })).id}`,
    );
    expect([elsewhere.status, elsewhere.body.details?.[0]?.field]).toEqual([400, "cursor"]);
  });

  it("finds nothing by an unknown, foreign, private or deleted view; a view of contacts is refused [W4]", async () => {
    const hidden = await save({ name: "Hidden", filters: {} }, agent);
    const gone = await save({ name: "Gone" });
    await api.delete(`/v1/views/${gone.id}`);
    for (const id of ["junk", "018f0000-0000-7000-8000-000000000000", other.given.savedViewId, hidden.id, gone.id])
      expect(found(await list(`view=${id}`)), id).toEqual([[], 0]);
    const contacts = await save({ name: "Contacts", page: "contacts" });
    const wrong = await api.get(`/v1/conversations?view=${contacts.id}`);
    expect([wrong.status, wrong.body.details?.[0]?.field]).toEqual([400, "view"]);
  });
});

describe("GET /v1/contacts?view=", () => {
  it("holds what the view holds, and is narrowed further [W4]", async () => {
    const make = (name: string, status: string) =>
      api.post("/v1/contacts", { websiteId: company.given.channelId, name, status });
    for (const [name, status] of [
      ["Ada", "client"],
      ["Adele", "active"],
      ["Bob", "client"],
    ] as const)
      await make(name, status);
    const view = await save({ name: "Clients", page: "contacts", scope: "company", query: "status=client,active" });
    const names = async (query: string) => {
      const { data, pagination } = (await api.get<Page>(`/v1/contacts?view=${view.id}&order=asc${query}`)).body;
      return [data.map(({ name }) => name), pagination.total];
    };
    expect(await names("")).toEqual([["Ada", "Adele", "Bob"], 3]);
    expect(await names("&status=client,new")).toEqual([["Ada", "Bob"], 2]);
    expect(await names("&name=ad&status=client")).toEqual([["Ada"], 1]);
    expect(await countOf(view)).toBe(3);
    expect((await api.get<Page>("/v1/contacts?view=junk")).body).toMatchObject({ data: [], pagination: { total: 0 } });
    const inbox = await save({ name: "Not of contacts" });
    expect((await api.get(`/v1/contacts?view=${inbox.id}`)).status).toBe(400);
    const named = await save({ name: "By name", page: "contacts", query: "name=ad" });
    expect(await countOf(named)).toBe(null);
  });
});

describe("GET /v1/views/counts", () => {
  it("tells by counters what each view holds for who asks, and nothing where they cannot tell [W4]", async () => {
    const open = await save({ name: "Open web", scope: "company", filters: { view: "all", channel: "WEB" } });
    const texts = await save({ name: "Words", filters: { view: "all", search: "mine" } });
    expect([await countOf(open), await countOf(texts)]).toEqual([3, null]);
    expect(await countOf(open, agent)).toBe((await list(`view=${open.id}`, agent)).pagination.total);
    const { id } = await converse(api, company, { visitorName: "late" });
    expect(await countOf(open)).toBe(4);
    await api.delete(`/v1/conversations/${id}`);
    expect(await countOf(open)).toBe(3);
  });
});
