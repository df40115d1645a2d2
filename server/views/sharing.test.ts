import { describe, expect, it } from "vitest";
import { furnishedCompany } from "#server/testing/company.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { maxViews } from "./choices.ts";
import type { SavedView } from "./schema.ts";

const company = await openCompany("Acme", ["team"]);
const other = await furnishedCompany("Other", ["team"]);
const admin = await openApi(company);
const agentRights = ["clients_read_assigned", "clients_write_assigned", "chat_talk"] as const;
const agent = await openApi(company, agentRights, company.agent);
const supervisor = await openApi(company, ["clients_read", "clients_write"], company.supervisor);
const stranger = await openApi(other);

type Api = typeof admin;
const save = (api: Api, body: object) => api.post<SavedView>("/v1/views", body);
const list = async (api: Api, query = "") => (await api.get<SavedView[]>(`/v1/views${query}`)).body;
const names = async (api: Api, query: string) => (await list(api, query)).map(({ name }) => name);
const toldOf = async (id: string) =>
  (await eventsOf(company))
    .filter(({ type, data }) => type === "view/changed" && data.id === id)
    .map(({ data }) => data);

describe("/v1/views", () => {
  it("saves filters by their names, and gives them back as the address carries them [W4]", async () => {
    const filters = { view: "unassigned", channel: ["WEB", "WHATSAPP"], tags: ["vip, gold"], from: "2026-01-01" };
    const { status, body, headers } = await save(admin, { name: " VIP ", icon: "star", filters });
    expect([status, body]).toMatchObject([
      200,
      { page: "inbox", name: "VIP", icon: "star", scope: "private", order: 1, filters, userId: company.admin.id },
    ]);
    expect(headers.get("etag")).toBe(`"${body.updatedAt}"`);
    expect((await admin.get<SavedView>(`/v1/views/${body.id}`)).body).toEqual(body);
    const same = await save(admin, { name: "Same", query: body.query });
    expect(same.body.filters).toEqual(filters);
  });

  it.each([
    ["filters.status", { filters: { status: "lost" } }],
    ["filters.channel.0", { query: "channel=FAX" }],
    ["filters.from", { query: "from=yesterday" }],
    ["filters.view", { filters: { view: "attic" } }],
    // Known to the list, but no page can show it.
    ["filters.updatedSince", { filters: { updatedSince: "2026-01-01" } }],
    ["filters.status", { page: "contacts", query: "status=lost" }],
    ["name", { name: " " }],
    ["scope", { scope: "galaxy" }],
  ])("refuses what its list would refuse: %s [W4]", async (field, body) => {
    const answer = await save(admin, { name: "Wrong", ...body });
    expect([answer.status, answer.body.details?.[0]?.field]).toEqual([400, field]);
  });

  it("shows a view of the company to everybody, and lets those change it who may write everything [W4]", async () => {
    const refused = await save(agent, { name: "Ours", scope: "company" });
    expect([refused.status, refused.body.requiredPermissions]).toEqual([403, ["clients_write"]]);
    const { body: ours } = await save(supervisor, { name: "Ours", scope: "company", query: "view=all&tags=vip" });
    const at = `/v1/views/${ours.id}`;
    expect(await names(agent, "?scope=company")).toEqual(["Ours"]);
    expect((await agent.patch(at, { name: "Mine now" })).status).toBe(403);
    expect((await agent.delete(at)).status).toBe(403);
    expect((await admin.patch<SavedView>(at, { name: "Ours too" })).body).toMatchObject({ name: "Ours too" });
    for (const answer of [await stranger.get(at), await stranger.patch(at, { name: "x" }), await stranger.delete(at)])
      expect(answer.status).toBe(404);
    expect(await names(stranger, "?scope=company")).toEqual([]);
    expect((await supervisor.delete(at)).body).toEqual({ id: ours.id, deleted: true });
    expect((await supervisor.delete(at)).status).toBe(404);
  });

  it("keeps a private view from everybody else, administrators included [W4]", async () => {
    const { body: mine } = await save(agent, { name: "Only me" });
    const at = `/v1/views/${mine.id}`;
    for (const api of [admin, supervisor, stranger]) {
      expect((await api.get(at)).status).toBe(404);
      expect((await api.patch(at, { name: "x" })).status).toBe(404);
      expect((await list(api)).map(({ id }) => id)).not.toContain(mine.id);
    }
    expect((await agent.patch(at, { scope: "company" })).status).toBe(403);
    await agent.delete(at);
  });

  it("shares a view and takes it back: it is then of the person who took it [W4]", async () => {
    const { body } = await save(supervisor, { name: "Shared", scope: "private" });
    const at = `/v1/views/${body.id}`;
    await supervisor.patch(at, { scope: "company" });
    await admin.patch(at, { scope: "private" });
    // The first is its owner's alone; sharing and unsharing are heard by everybody's screens.
    expect(await toldOf(body.id)).toEqual([
      { id: body.id, userId: company.supervisor.id },
      { id: body.id },
      { id: body.id },
    ]);
    expect((await admin.get<SavedView>(at)).body).toMatchObject({ scope: "private", userId: company.admin.id });
    expect((await supervisor.get(at)).status).toBe(404);
    await admin.delete(at);
  });

  it("refuses a name that stands beside it already, in whatever case [W4]", async () => {
    const { body } = await save(supervisor, { name: "Twice", page: "contacts" });
    const again = await save(supervisor, { name: "TWICE", page: "contacts" });
    expect([again.status, again.body.error, again.body.details?.[0]?.field]).toEqual([409, "already_exists", "name"]);
    expect((await save(supervisor, { name: "Twice", page: "pipeline" })).status).toBe(200);
    expect((await save(admin, { name: "Twice", page: "contacts" })).status).toBe(200);
    expect((await supervisor.patch(`/v1/views/${body.id}`, { name: "twice" })).status).toBe(200);
  });

  it("keeps their order, which one place changes; a repeat changes nothing and tells nobody [W4]", async () => {
    const ids: string[] = [];
    for (const name of ["One", "Two", "Three"])
      ids.push((await save(supervisor, { name, page: "contacts", scope: "company" })).body.id);
    const query = "?page=contacts&scope=company";
    expect((await supervisor.patch<SavedView>(`/v1/views/${ids[2]}`, { order: 0 })).body.order).toBe(0);
    expect(await names(agent, query)).toEqual(["Three", "One", "Two"]);
    await supervisor.patch(`/v1/views/${ids[2]}`, { order: 99 });
    expect(await names(agent, query)).toEqual(["One", "Two", "Three"]);
    const before = await toldOf(ids[2] ?? "");
    await supervisor.patch(`/v1/views/${ids[2]}`, { order: 2, name: "Three" });
    expect(await toldOf(ids[2] ?? "")).toEqual(before);
    await supervisor.delete(`/v1/views/${ids[0]}`);
    expect((await list(agent, query)).map(({ order }) => order)).toEqual([0, 1]);
  });

  it("is changed on the version that was read, by PATCH and PUT [W4]", async () => {
    const { body, headers } = await save(supervisor, { name: "Versions" });
    const at = `/v1/views/${body.id}`;
    const old = { headers: { "if-match": headers.get("etag") ?? "" } };
    const put = await supervisor.put<SavedView>(at, { icon: "🔥", filters: { tags: "a,b" } }, old);
    expect([put.status, put.body]).toMatchObject([
      200,
      { icon: "🔥", name: "Versions", filters: { tags: ["a", "b"] } },
    ]);
    for (const answer of [await supervisor.patch(at, { name: "Late" }, old), await supervisor.delete(at, old)])
      expect([answer.status, answer.body.error]).toEqual([412, "precondition_failed"]);
    expect((await supervisor.get<SavedView>(at)).body.name).toBe("Versions");
  });

  it("ends at 200 views of a person on all pages, also for two who save at once [W4]", async () => {
    const person = await company.person("supervisor", "Collector");
    const api = await openApi(company, ["clients_read", "clients_write"], person);
    await save(api, { name: "Everybody's", scope: "company" });
    for (let made = 1; made < maxViews - 1; made += 1)
      await save(api, { name: `View ${made}`, page: made % 2 === 0 ? "pipeline" : "contacts" });
    const two = await Promise.all((["inbox", "contacts"] as const).map((page) => save(api, { name: "Last", page })));
    expect(two.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(two.find(({ status }) => status === 409)?.body).toMatchObject({ error: "limit_reached", limit: 200 });
    const shared = await save(supervisor, { name: "Taken", scope: "company" });
    const taken = await api.patch(`/v1/views/${shared.body.id}`, { scope: "private" });
    expect([taken.status, taken.body]).toMatchObject([409, { error: "limit_reached" }]);
    expect((await save(supervisor, { name: "Of another person" })).status).toBe(200);
  });
});
