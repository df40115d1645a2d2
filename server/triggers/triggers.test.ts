import { describe, expect, it } from "vitest";
import { furnishedCompany } from "#server/testing/company.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { deactivateUser } from "#server/users/editing.ts";
import { tryTriggers } from "./listing.ts";
import type { MatchType, Trigger } from "./schema.ts";
import { reorderTriggers } from "./writing.ts";

const company = await openCompany("Acme", ["automation"]);
const api = await openApi(company, ["websites_read", "websites_write"]);

const make = (type: MatchType, value: string, more: Record<string, unknown> = {}) =>
  api.post<Trigger>("/v1/triggers", { name: value, conditions: { matches: [{ type, value }] }, ...more });

describe("/v1/triggers (L7)", () => {
  it("creates, lists in order, reads, changes, replaces and deletes", async () => {
    const { status, body: made } = await make("contains", "price", { actions: { response: "Here", mine: 1 } });
    expect(status).toBe(200);
    expect(made).toMatchObject({
      type: "message",
      enabled: true,
      order: 1,
      actions: { response: "Here", mine: 1, stopNextMessage: true, ignoreLead: false },
    });
    expect((await api.get<Trigger[]>("/v1/triggers")).body.map(({ id }) => id)).toEqual([
      company.given.triggerId,
      made.id,
    ]);
    const one = `/v1/triggers/${made.id}`;
    expect((await api.get(one)).body).toEqual(made);
    const patched = await api.patch<Trigger>(one, { enabled: false, order: 0 });
    expect(patched.body).toEqual({ ...made, enabled: false, order: 0, updatedAt: patched.body.updatedAt });
    expect((await api.get<Trigger[]>("/v1/triggers")).body.map(({ id, order }) => [id, order])).toEqual([
      [made.id, 0],
      [company.given.triggerId, 1],
    ]);
    const replaced = await api.put<Trigger>(one, { name: "Bare" });
    expect(replaced.body).toMatchObject({ id: made.id, name: "Bare", enabled: true, conditions: { matches: [] } });
    expect(replaced.body.actions).toEqual({ stopNextMessage: true, ignoreLead: false });
    expect((await eventsOf(company)).at(-1)?.type).toBe("trigger/changed");
    expect((await api.delete(one)).body).toEqual({ id: made.id, deleted: true });
    expect((await api.delete(one)).status).toBe(404);
    expect((await api.get<Trigger[]>("/v1/triggers")).body.map(({ order }) => order)).toEqual([0]);
  });

  it("can be changed although a person it names has left, or a channel is gone", async () => {
    const given = { conditions: { matches: [] }, actions: { response: "Hi", assignTo: [company.given.agentId] } };
    const { body: made } = await api.post<Trigger>("/v1/triggers", { name: "Leaving", ...given });
    await deactivateUser.execute(company.admin, { userId: company.given.agentId ?? "" });
    const one = `/v1/triggers/${made.id}`;
    expect((await api.patch<Trigger>(one, { enabled: false })).body).toMatchObject({ enabled: false });
    const kept = await api.patch<Trigger>(one, { actions: { ...given.actions, response: "Hello" } });
    expect(kept.body.actions).toMatchObject({ response: "Hello", assignTo: [company.given.agentId] });
    const named = await api.post<{ details: { field: string }[] }>("/v1/triggers", { name: "Late", ...given });
    expect([named.status, named.body.details[0]?.field]).toEqual([400, "actions.assignTo.0"]);
    await api.delete(one);
  });

  it.each([
    ["conditions.matches.0.value", { conditions: { matches: [{ type: "regex", value: "(a)\\1" }] } }],
    ["conditions.matches.0.value", { conditions: { matches: [{ type: "regex", value: "x".repeat(513) }] } }],
    ["conditions.matches.0.type", { conditions: { matches: [{ type: "like", value: "x" }] } }],
    ["conditions.channels.0", { conditions: { channels: ["nowhere"] } }],
    ["conditions.businessHours", { conditions: { businessHours: "later" } }],
    ["actions.assignTo.0", { actions: { assignTo: ["nobody"] } }],
    ["actions.tag", { actions: { tag: "fired_x" } }],
    ["type", { type: "cron" }],
    ["name", { name: "" }],
  ])("refuses %s", async (field, more) => {
    const { status, body } = await api.post("/v1/triggers", { name: "Wrong", ...more });
    expect([status, body.error, body.details?.[0]?.field]).toEqual([400, "validation_error", field]);
  });

  it("keeps a company's triggers to itself", async () => {
    const other = await furnishedCompany("Elsewhere", ["automation"]);
    const foreign = other.given.triggerId ?? "";
    for (const id of [foreign, "x"]) expect((await api.get(`/v1/triggers/${id}`)).status).toBe(404);
    expect((await api.patch(`/v1/triggers/${foreign}`, { name: "Mine" })).status).toBe(404);
    await expect(reorderTriggers.execute(company.admin, { triggerIds: [foreign] })).rejects.toMatchObject({
      code: "validation_error",
    });
  });
});

describe("the tester", () => {
  it("says which rule fires, and what keeps each other from it", async () => {
    const price = (await make("phrase", "best price")).body.id;
    const any = (await make("contains", "price")).body.id;
    const off = (await make("equals", "Qué", { enabled: false })).body.id;
    const night = (await api.post<Trigger>("/v1/triggers", { name: "Night", conditions: { businessHours: "out" } }))
      .body.id;
    const chat = (await api.post<Trigger>("/v1/triggers", { name: "Chat", conditions: { channels: ["WHATSAPP"] } }))
      .body.id;
    const say = async (text: string, more = {}) => {
      const { fired, rules } = await tryTriggers.execute(company.admin, { text, ...more });
      return { fired, told: Object.fromEntries(rules.map(({ id, verdict }) => [id, verdict])) };
    };
    const day = await say("what is the BEST  price?");
    expect(day).toMatchObject({
      fired: price,
      told: { [price]: "fires", [any]: "shadowed", [off]: "disabled", [night]: "hours", [chat]: "channel" },
    });
    expect(await say("prices")).toMatchObject({ fired: any, told: { [price]: "text" } });
    expect((await say("hm", { open: false })).fired).toBe(night);
    expect((await say("hm", { channel: "WHATSAPP" })).fired).toBe(chat);
    const order = await reorderTriggers.execute(company.admin, { triggerIds: [any] });
    expect(order[0]?.id).toBe(any);
    expect(order.map((one) => one.order)).toEqual(order.map((_, index) => index));
    expect((await say("the best price")).fired).toBe(any);
  });
});
