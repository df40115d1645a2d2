import { describe, expect, it } from "vitest";
import { createChannel } from "#server/channels/creating.ts";
import type { Role } from "#server/roles/schema.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { asTheyAre } from "#server/testing/roles.ts";
import type { User } from "#server/users/schema.ts";
import { maxRoles } from "./choices.ts";

const company = await openCompany("Acme", allFurniture);
const other = await furnishedCompany("Other", allFurniture);
const api = await openApi(company);
const stranger = await openApi(other);

const numbers = Array.from({ length: 200 }, (_, index) => index).values();
const make = async (body: object = {}, by = api) =>
  by.post<Role & { details: { field: string }[]; requiredPermissions: string[] }>("/v1/roles", {
    name: `Role ${numbers.next().value}`,
    permissions: ["clients_read", "clients_write", "chat_talk"],
    ...body,
  });
const give = (userId: string, body: object, by = api) =>
  by.patch<User & { requiredPermissions: string[] }>(`/v1/users/${userId}`, body);

describe("/v1/roles", () => {
  it("shows no channel that is gone, and is changed as it is shown, or as it was", async () => {
    const channel = async () => (await createChannel.execute(company.admin, { type: "WEBSITE", label: "Passing" })).id;
    const [stays, goes] = [company.given.channelId ?? "", await channel()];
    const { body } = await make({ readScope: "channel", channels: [stays, goes] });
    await api.delete(`/v1/channels/${goes}`);
    const one = `/v1/roles/${body.id}`;
    const shown = (await api.get<Role>(one)).body;
    expect(shown.channels).toEqual([stays]);
    expect((await api.get<Role[]>("/v1/roles")).body.find(({ id }) => id === body.id)?.channels).toEqual([stays]);
    const asItWas = await api.patch<Role>(one, { channels: [stays, goes], unassigned: true });
    expect([asItWas.status, asItWas.body.channels]).toEqual([200, [stays]]);
    expect((await api.patch(one, { channels: [stays, goes] })).status).toBe(400);
  });

  it("makes, lists, reads, changes and deletes roles, each change in the audit log [W11]", async () => {
    const made = await make({ name: " Night ", readScope: "team", maskedFields: ["phone", "email"] });
    expect([made.status, made.body]).toMatchObject([
      200,
      {
        ...{ name: "Night", readScope: "team", writeScope: "team", channels: [], unassigned: false, people: 0 },
        ...{ permissions: ["clients_read", "clients_write", "chat_talk"], maskedFields: ["email", "phone"] },
      },
    ]);
    const one = `/v1/roles/${made.body.id}`;
    expect((await api.get<Role>(one)).body).toEqual(made.body);
    expect((await api.get<Role[]>("/v1/roles")).body.map(({ id }) => id)).toContain(made.body.id);
    const changed = await api.patch<Role>(one, { readScope: "assigned", writeScope: "assigned", maskedFields: [] });
    expect(changed.body).toMatchObject({ name: "Night", readScope: "assigned", maskedFields: [] });
    const stale = await api.patch(one, { name: "x" }, { headers: { "if-match": `"${made.body.updatedAt}"` } });
    expect(stale.status).toBe(412);
    expect((await stranger.get(one)).status).toBe(404);
    expect((await stranger.patch(one, { name: "x" })).status).toBe(404);
    expect((await api.delete(one)).body).toEqual({ id: made.body.id, deleted: true });
    expect((await api.get(one)).status).toBe(404);
    const told = (await eventsOf(company)).filter(
      ({ type, data }) => type === "role/changed" && data.id === made.body.id,
    );
    expect(told.map(({ data }) => data.deleted)).toEqual([undefined, undefined, true]);
  });

  it("refuses what is taken, unknown or says two things [W11]", async () => {
    const { body } = await make();
    expect((await make({ name: body.name.toUpperCase() })).status).toBe(409);
    for (const [field, wrong] of [
      ["permissions", { permissions: ["admin"] }],
      ["permissions", { permissions: ["clients_read_assigned"] }],
      ["permissions", { permissions: ["clients_read", "webhooks_read"], readScope: "team" }],
      ["permissions", { permissions: ["clients_read", "websites_read"], readScope: "assigned" }],
      ["permissions", { permissions: ["clients_read", "webhooks_write"], maskedFields: ["email"] }],
      ["permissions", { permissions: ["clients_read", "websites_write"], maskedFields: ["phone"] }],
      ["writeScope", { readScope: "team", writeScope: "all" }],
      ["writeScope", { readScope: "team", writeScope: "channel", channels: [company.given.channelId] }],
      ["channels", { readScope: "channel" }],
      ["channels", { readScope: "channel", channels: [other.given.channelId] }],
      ["maskedFields", { maskedFields: ["name"] }],
      ["readScope", { readScope: "everything" }],
    ] as const) {
      const { status, body: answer } = await make(wrong);
      expect([status, answer.details[0]?.field.split(".")[0]]).toEqual([400, field]);
    }
  });

  it("keeps a role that people have, and says how many [W11]", async () => {
    const { body: role } = await make();
    const person = await company.person("viewer", "Nina Night");
    expect((await give(person.id, { roleId: role.id })).body).toMatchObject({ role: "agent", roleId: role.id });
    expect((await api.get<Role>(`/v1/roles/${role.id}`)).body.people).toBe(1);
    const kept = await api.delete<{ error: string }>(`/v1/roles/${role.id}`);
    expect([kept.status, kept.body.error]).toEqual([409, "conflict"]);
    await give(person.id, { roleId: null, role: "viewer" });
    expect((await api.delete(`/v1/roles/${role.id}`)).status).toBe(200);
  });

  it("ends at a number per company [W11]", async () => {
    const begun = await furnishedCompany("Many", allFurniture);
    const its = await openApi(begun);
    for (let left = maxRoles - (await its.get<Role[]>("/v1/roles")).body.length; left > 0; left -= 1) {
      expect((await make({}, its)).status).toBe(200);
    }
    expect((await make({}, its)).body).toMatchObject({ error: "limit_reached" });
  });
});

describe("a user's custom role", () => {
  it("says what they may do, and changes with it at once [W11]", async () => {
    const { body: role } = await make({ permissions: ["clients_read", "reports_read"], readScope: "team" });
    const person = await company.person("admin", "Dora");
    expect((await give(person.id, { roleId: role.id })).body).toMatchObject({ role: "viewer" });
    expect([...(await asTheyAre(person)).permissions].sort()).toEqual(["clients_read_assigned", "reports_read"]);
    await api.patch(`/v1/roles/${role.id}`, { permissions: ["clients_read", "chat_talk"], readScope: "all" });
    expect([...(await asTheyAre(person)).permissions].sort()).toEqual(["chat_talk", "clients_read"]);
    expect((await api.get<User>(`/v1/users/${person.id}`)).body.role).toBe("agent");
  });

  it("survives a client that knows only presets and sends back what it read; another preset ends it [W11]", async () => {
    const { body: role } = await make({ maskedFields: ["email"] });
    const person = await company.person("viewer", "Rita");
    await give(person.id, { roleId: role.id });
    expect((await give(person.id, { name: "Rita R.", role: "agent" })).body).toMatchObject({ roleId: role.id });
    expect((await give(person.id, { role: "supervisor" })).body).toMatchObject({ role: "supervisor", roleId: null });
    const made = await api.post<User>("/v1/users", {
      ...{ name: "New", email: "new-role@example.com", role: "viewer", roleId: role.id },
    });
    expect(made.body).toMatchObject({ role: "agent", roleId: role.id });
    const unknown = await give(person.id, { roleId: other.given.roleId });
    expect(unknown.status).toBe(400);
  });

  it("is given only by who has all of it: permissions, reach and what is hidden [W11]", async () => {
    const own = { permissions: ["clients_read", "chat_talk", "users_read", "users_write"] };
    const { body: role } = await make({ ...own, readScope: "team", maskedFields: ["phone"] });
    const manager = await company.person("viewer", "Mo Manager");
    await give(manager.id, { roleId: role.id });
    const theirs = await openApi(company, ["users_read", "users_write", "clients_read", "chat_talk"], manager);
    const masked = { permissions: ["clients_read"], maskedFields: ["phone"] };
    expect((await make({ ...masked, readScope: "team" }, theirs)).status).toBe(200);
    for (const [missing, more] of [
      ["clients_read", { ...masked, readScope: "all" }],
      ["scope", { ...masked, readScope: "channel", channels: [company.given.channelId] }],
      ["scope", { ...masked, readScope: "team", unassigned: true }],
      ["masks", { ...masked, readScope: "team", maskedFields: [] }],
      ["reports_read", { ...masked, permissions: ["reports_read"], readScope: "team" }],
    ] as const) {
      const { status, body } = await make(more, theirs);
      expect([status, body.requiredPermissions]).toEqual([403, expect.arrayContaining([missing])]);
    }
    const { body: wide } = await make();
    const person = await company.person("viewer", "Vic");
    expect((await theirs.patch(`/v1/roles/${wide.id}`, { name: "Mine" })).status).toBe(403);
    expect((await theirs.delete(`/v1/roles/${wide.id}`)).status).toBe(403);
    expect((await give(person.id, { roleId: wide.id }, theirs)).status).toBe(403);
    expect((await give(person.id, { roleId: role.id }, theirs)).status).toBe(403);
  });
});
