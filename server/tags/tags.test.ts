import { describe, expect, it } from "vitest";
import type { Conversation } from "#server/conversations/schema.ts";
import { app } from "#server/rest/app.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { http } from "#server/testing/http.ts";
import { converse } from "#server/testing/talking.ts";
import type { OperatorTag } from "./schema.ts";

const company = await openCompany();
const api = await openApi(company);

const create = (name: string, color = "#0f766e") => api.post<OperatorTag>("/v1/operator-tags", { name, color });

describe("/v1/operator-tags (L6)", () => {
  it("creates, lists by name, changes and deletes", async () => {
    const { status, body } = await create("  Urgent ");
    expect([status, body.name, body.color]).toEqual([200, "Urgent", "#0F766E"]);
    await create("apples");
    const names = (await api.get<OperatorTag[]>("/v1/operator-tags")).body.map(({ name }) => name);
    expect(names).toEqual([...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    const changed = await api.patch<OperatorTag>(`/v1/operator-tags/${body.id}`, { color: "#ffffff" });
    expect(changed.body).toMatchObject({ id: body.id, name: "Urgent", color: "#FFFFFF" });
    expect((await api.patch<OperatorTag>(`/v1/operator-tags/${body.id}`, { name: "URGENT" })).body.name).toBe("URGENT");
    expect((await api.delete(`/v1/operator-tags/${body.id}`)).body).toMatchObject({ id: body.id, deleted: true });
    expect((await api.delete(`/v1/operator-tags/${body.id}`)).status).toBe(404);
  });

  it("knows a name once, ignoring case, also when two come at once", async () => {
    const first = await create("Twice");
    expect((await create("tWICE")).body.error).toBe("already_exists");
    const second = await create("Once");
    expect((await api.patch(`/v1/operator-tags/${second.body.id}`, { name: "twice" })).status).toBe(409);
    const race = await Promise.all([create("Race"), create("race"), create("RACE")]);
    expect(race.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(first.status).toBe(200);
  });

  it("refuses a change that was made on what someone has changed since", async () => {
    const { body, headers } = await create("Stale");
    const at = `/v1/operator-tags/${body.id}`;
    const match = { headers: { "if-match": headers.get("etag") ?? "" } };
    expect((await api.patch(at, { name: "First" }, match)).status).toBe(200);
    expect((await api.patch(at, { name: "Second" }, match)).status).toBe(412);
    expect((await api.patch<OperatorTag>(at, { color: "#111111" })).body.name).toBe("First");
  });

  it("refuses bad colours, bad names and names of the system", async () => {
    for (const [name, color] of [
      ["a", "red"],
      ["a", "#12345"],
      ["a", "#12345g"],
      ["", "#123456"],
      ["x".repeat(51), "#123456"],
      ["is_intervened", "#123456"],
      ["fired_x", "#123456"],
    ] as const)
      expect((await create(name, color)).status).toBe(400);
  });

  it("leaves its name on conversations when it is deleted (L9)", async () => {
    const { body } = await create("Kept");
    const { id } = await converse(api, company);
    await api.post(`/v1/conversations/${id}/tags`, { tag: "Kept" });
    await api.delete(`/v1/operator-tags/${body.id}`);
    expect((await api.get<Conversation>(`/v1/conversations/${id}`)).body.tags).toContain("Kept");
  });

  it("is of one's own company, read with clients_read and written with clients_write", async () => {
    const other = await furnishedCompany("Other");
    const foreign = http(app, (await other.token(["admin"])).secret);
    const { body } = await create("Private");
    expect((await foreign.patch(`/v1/operator-tags/${body.id}`, { name: "Mine" })).status).toBe(404);
    expect((await foreign.post("/v1/operator-tags", { name: "Private", color: "#123456" })).status).toBe(200);
    const reader = http(app, (await company.token(["clients_read_assigned"])).secret);
    expect((await reader.get("/v1/operator-tags")).status).toBe(200);
    expect((await reader.delete(`/v1/operator-tags/${body.id}`)).status).toBe(403);
  });
});
