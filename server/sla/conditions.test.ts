import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { moveAll } from "#server/conversations/moving/moving-all.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import { systemActor } from "#server/core/actor.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, reread } from "#server/testing/talking.ts";
import { renewClocks } from "./renewing.ts";
import type { SlaPolicyView } from "./schema.ts";

const company = await openCompany();
const api = await openApi(company);
const jobs = systemActor(company.companyId);
const all = "/v1/sla-policies";
type Fields = Record<string, unknown>;
type Refused = { error: string; message: string; details?: { field: string; message: string }[] };

for (const { id } of (await api.get<SlaPolicyView[]>(all)).body) await api.delete(`${all}/${id}`);
for (const entity of ["contact", "conversation"])
  for (const [key, type] of [
    ["plan", "text"],
    ["seats", "number"],
  ])
    await api.post("/v1/custom-fields", { entity, key: `${key}`, type });

let made: string[] = [];
const follow = async () => {
  while ((await renewClocks.execute(jobs, {})).renewed > 0);
};
afterEach(async () => {
  for (const id of made) await api.delete(`${all}/${id}`);
  made = [];
  await follow();
});

async function promise(name: string, conditions: Fields, order?: number): Promise<string> {
  const { status, body, text } = await api.post<SlaPolicyView>(all, { name, resolution: 3600, conditions, order });
  expect(status, text).toBe(200);
  made.push(body.id);
  return body.id;
}

/** A conversation whose contact is its own. */
async function begin(): Promise<{ id: string; contactId: string }> {
  const { id } = await converse(api, company, {
    from: newId(),
    visitorEmail: `${newId()}@example.com`,
    visitorName: "Rhea",
  });
  await api.post(`/v1/conversations/${id}/close`, { isLead: true });
  await api.post(`/v1/conversations/${id}/open`);
  return { id, contactId: (await reread(api, id)).contactId ?? "" };
}
const levelOf = async (id: string) => (await reread(api, id)).sla?.policyName ?? null;

const slot = (name: string, operator: string, value?: unknown) =>
  value === undefined ? { type: "slot", slot: name, operator } : { type: "slot", slot: name, operator, value };

/** The slow evaluation: plain words about what the API shows. */
type Shown = { conversation: Conversation; contact: Fields };
const textOf = (value: unknown) => (value === undefined || value === null ? "" : String(value).toLowerCase());

function said({ conversation, contact }: Shown, name: string): string {
  if (name === "name") return textOf(conversation.visitorName);
  if (name === "email") return textOf(conversation.visitorEmail);
  if (name === "phone") return textOf(conversation.visitorPhone);
  for (const source of [conversation.customFields, conversation.conversationContext, contact])
    if (name in source) return textOf(Reflect.get(source, name));
  return "";
}

function plainly(condition: Fields, shown: Shown): boolean {
  const { type, operator, value } = condition;
  const inner = (condition.conditions ?? []) as Fields[];
  if (type === "all") return inner.filter((one) => !plainly(one, shown)).length === 0;
  if (type === "any") return inner.filter((one) => plainly(one, shown)).length > 0;
  if (type === "not") return !plainly(condition.condition as Fields, shown);
  if (type === "channel") return [value].flat().includes("WEBSITE");
  if (type === "tag") return shown.conversation.tags.includes(String(value)) === (operator !== "has_not");
  const text = said(shown, String(condition.slot));
  const wanted = [value ?? ""].flat().map(textOf);
  const contains = wanted.some((one) => one !== "" && text.includes(one));
  const answers: Record<string, boolean> = {
    ...{ filled: text !== "", empty: text === "", contains, not_contains: !contains },
    ...{ equals: wanted.includes(text), not_equals: !wanted.includes(text), one_of: wanted.includes(text) },
  };
  return answers[String(operator)] ?? false;
}

const words = ["Gold", "gold plus", "free", "Rhea", "3"];
const slots = ["name", "email", "phone", "plan", "seats", "region"];
const value = fc.constantFrom(...words);
const leaf: fc.Arbitrary<Fields> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("slot"),
      slot: fc.constantFrom(...slots),
      operator: fc.constantFrom("filled", "empty", "equals", "not_equals", "contains", "not_contains"),
      value,
    }),
  },
  fc.record({
    type: fc.constant("slot"),
    slot: fc.constantFrom(...slots),
    operator: fc.constant("one_of"),
    value: fc.array(value, { maxLength: 3 }),
  }),
  fc.record({
    type: fc.constant("tag"),
    operator: fc.constantFrom("has", "has_not"),
    value: fc.constantFrom("vip", "slow"),
  }),
  fc.record({ type: fc.constant("channel"), value: fc.constantFrom("WEBSITE", "WHATSAPP") }),
);
const { tree: condition } = fc.letrec<{ tree: Fields }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.record({ type: fc.constantFrom("all", "any"), conditions: fc.array(tie("tree"), { maxLength: 3 }) }),
    fc.record({ type: fc.constant("not"), condition: tie("tree") }),
  ),
}));
const tree = fc.array(condition, { minLength: 1, maxLength: 3 });

type Change = { what: "conversation" | "context" | "contact" | "tag" | "untag"; key: string; value: string };
const change: fc.Arbitrary<Change> = fc.record({
  what: fc.constantFrom("conversation", "context", "contact", "tag", "untag"),
  key: fc.constantFrom("plan", "region", "visitorName"),
  value,
});

async function make({ what, key, value: given }: Change, { id, contactId }: { id: string; contactId: string }) {
  const tag = given === "free" ? "slow" : "vip";
  if (what === "tag") return api.post(`/v1/conversations/${id}/tags`, { tag });
  if (what === "untag") return api.delete(`/v1/conversations/${id}/tags/${tag}`);
  if (what === "contact") return api.patch(`/v1/contacts/${contactId}`, { customFields: { plan: given } });
  if (what === "context") return api.patch(`/v1/conversations/${id}`, { region: given });
  const fields = key === "visitorName" ? { visitorName: given } : { customFields: { plan: given } };
  return api.patch(`/v1/conversations/${id}`, fields);
}

describe("the conditions of a service level", () => {
  it("pick the level that a slow, plain evaluation picks, whatever changes [S2] [W12]", async () => {
    const levels = fc.array(fc.record({ tree, high: fc.boolean() }), { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(levels, fc.array(change, { minLength: 4, maxLength: 7 }), async (given, changes) => {
        for (const [at, { tree: asked, high }] of given.entries())
          await promise(`${at}`, { tree: asked, ...(high ? { priority: ["high", "none"] } : {}) });
        const both = await begin();
        const expected = async () => {
          const conversation = await reread(api, both.id);
          const contact = (await api.get<{ customFields: Fields }>(`/v1/contacts/${both.contactId}`)).body.customFields;
          const at = given.findIndex((level) => level.tree.every((one) => plainly(one, { conversation, contact })));
          return at < 0 ? null : `${at}`;
        };
        expect(await levelOf(both.id)).toBe(await expected());
        for (const one of changes) {
          await make(one, both);
          if (one.what === "contact") await follow();
          expect(await levelOf(both.id), JSON.stringify(one)).toBe(await expected());
        }
        for (const id of made) await api.delete(`${all}/${id}`);
        made = [];
        await follow();
      }),
      { numRuns: 15 },
    );
  }, 120_000);

  const patch = (id: string, fields: Fields) => api.patch(`/v1/conversations/${id}`, fields);
  type Both = { id: string; contactId: string };
  it.each<[string, Fields, (both: Both) => Promise<unknown>]>([
    ["name", slot("name", "equals", "Zoe"), ({ id }) => patch(id, { visitorName: "Zoe" })],
    ["email", slot("email", "contains", "zoe@"), ({ id }) => patch(id, { visitorEmail: "zoe@example.com" })],
    ["phone", slot("phone", "filled"), ({ id }) => patch(id, { visitorPhone: "+14155550123" })],
    ["custom fields", slot("plan", "equals", "gold"), ({ id }) => patch(id, { customFields: { plan: "gold" } })],
    ["context", slot("region", "equals", "north"), ({ id }) => patch(id, { region: "north" })],
    ["tags", { type: "tag", value: "vip" }, ({ id }) => api.post(`/v1/conversations/${id}/tags`, { tag: "vip" })],
  ])("place it anew with the change of its %s [S2]", async (_what, asked, deed) => {
    await promise("Asked", { tree: [asked] });
    const both = await begin();
    expect(await levelOf(both.id)).toBeNull();
    await deed(both);
    expect(await levelOf(both.id)).toBe("Asked");
  });

  const gold = { tree: [slot("plan", "equals", "gold")] };
  const ofContact = (id: string, plan: string) => api.patch(`/v1/contacts/${id}`, { customFields: { plan } });

  it("follow the fields of its contact, its merges and its deletion soon after [S2]", async () => {
    await promise("Gold", gold);
    const [one, other] = [await begin(), await begin()];
    await ofContact(one.contactId, "gold");
    await follow();
    expect([await levelOf(one.id), await levelOf(other.id)]).toEqual(["Gold", null]);
    const merged = await api.post<{ id: string }>(`/v1/contacts/${one.contactId}/merge`, {
      loserId: other.contactId,
    });
    expect(merged.status, merged.text).toBe(200);
    await follow();
    expect(await levelOf(other.id)).toBe("Gold");
    await api.delete(`/v1/contacts/${one.contactId}`);
    await follow();
    expect([await levelOf(one.id), await levelOf(other.id)]).toEqual([null, null]);
  });

  it("follow when its team goes and when its phase is moved as a whole [S2]", async () => {
    const { body: team } = await api.post<{ id: string }>("/v1/teams", { name: newId().slice(-12) });
    const { body: phase } = await api.post<{ id: string }>("/v1/phases", {
      name: newId().slice(-12),
      type: "progress",
    });
    await promise("Team", { teamId: [team.id] });
    await promise("Phase", { phase: [phase.id] });
    const { id } = await begin();
    const first = (await reread(api, id)).phaseId;
    await api.post(`/v1/conversations/${id}/assign`, { teamId: team.id });
    expect(await levelOf(id)).toBe("Team");
    await api.patch(`/v1/conversations/${id}/phases/${phase.id}`);
    await api.delete(`/v1/teams/${team.id}`);
    await follow();
    expect(await levelOf(id)).toBe("Phase");
    await moveAll.execute(jobs, { from: phase.id, to: first ?? "" });
    await follow();
    expect(await levelOf(id)).toBeNull();
  });

  it("leave a contact's change alone where no level asks for it, and conversations that are closed [S2]", async () => {
    await promise("Everybody", {});
    const { id, contactId } = await begin();
    await ofContact(contactId, "gold");
    expect((await renewClocks.execute(jobs, {})).renewed).toBe(0);
    await promise("Gold", gold, 0);
    await api.post(`/v1/conversations/${id}/close`, { isLead: false });
    await ofContact(contactId, "free");
    await ofContact(contactId, "gold");
    await follow();
    expect(await levelOf(id)).toBe("Everybody");
    await api.post(`/v1/conversations/${id}/open`);
    expect(await levelOf(id)).toBe("Gold");
  });

  it("are looked at a piece at a time, however many conversations a contact has [S2]", async () => {
    await promise("Gold", gold);
    const { id, contactId } = await begin();
    const { visitorEmail } = await reread(api, id);
    const ids = [id];
    for (let n = 0; n < 6; n += 1) {
      const next = await converse(api, company, { from: newId(), visitorEmail: `${visitorEmail}` });
      await api.post(`/v1/conversations/${next.id}/close`, { isLead: true });
      await api.post(`/v1/conversations/${next.id}/open`);
      ids.push(next.id);
    }
    await follow();
    await ofContact(contactId, "gold");
    const rounds: number[] = [];
    for (;;) {
      const { renewed } = await renewClocks.execute(jobs, { limit: 3 });
      if (renewed === 0) break;
      rounds.push(renewed);
    }
    expect(Math.max(...rounds)).toBeLessThanOrEqual(6);
    expect(rounds.length).toBeGreaterThan(1);
    expect(await Promise.all(ids.map(levelOf))).toEqual(ids.map(() => "Gold"));
  });

  it("place anew what runs by a level, and by those after it, when it is changed or moved [S2]", async () => {
    const vip = await promise("Vip", { tree: [slot("plan", "equals", "vip")] });
    const last = await promise("Everybody", {});
    const { id } = await begin();
    await patch(id, { customFields: { plan: "gold" } });
    expect(await levelOf(id)).toBe("Everybody");
    await api.patch(`${all}/${vip}`, { conditions: gold });
    await follow();
    expect(await levelOf(id)).toBe("Vip");
    await api.patch(`${all}/${last}`, { order: 0 });
    await follow();
    expect(await levelOf(id)).toBe("Everybody");
    await api.patch(`${all}/${last}`, { enabled: false });
    await follow();
    expect(await levelOf(id)).toBe("Vip");
  });
});

describe("hostile conditions", () => {
  const deep = (levels: number): Fields => {
    let inner: Fields = { type: "tag", value: "vip" };
    for (let n = 0; n < levels; n += 1) inner = { type: "not", condition: inner };
    return inner;
  };
  const wide = { type: "any", conditions: Array.from({ length: 50 }, () => slot("plan", "equals", "x".repeat(500))) };
  it.each<[string, Fields, string]>([
    ["nested far too deep", { tree: [deep(1500)] }, "Nested deeper than 32 levels"],
    ["nested one too deep", { tree: [deep(30)] }, "Nested deeper than 32 levels"],
    ["of more than 64 KB", { tree: [wide, wide, wide] }, "larger than 64 KB"],
    ["of too many", { tree: Array.from({ length: 101 }, () => ({ type: "tag", value: "a" })) }, "100"],
    ["of an unknown type", { tree: [{ type: "moon", value: 1 }] }, "whose type is one of"],
    [
      "of an unknown type within a group",
      { tree: [{ type: "any", conditions: [{ type: "moon" }] }] },
      "whose type is one of",
    ],
    ["that are no objects", { tree: ["vip", 7, null] }, "whose type is one of"],
    ["with an unknown field", { tree: [{ type: "tag", value: "vip", moon: true }] }, "no such field"],
    ["with an unknown operator", { tree: [slot("plan", "resembles", "gold")] }, ""],
    ["with a value of another type", { tree: [slot("plan", "equals", { gold: true })] }, ""],
    ["with a channel that is none", { tree: [{ type: "channel", value: "FAX" }] }, ""],
    ["that are no list", { tree: { type: "tag", value: "vip" } }, ""],
    ["with a filter that is none", { moon: ["full"] }, "moon"],
  ])("%s are refused with the field and the reason [S2] [W12]", async (_what, conditions, reason) => {
    const refused = await api.post<Refused>(all, { name: "No", resolution: 60, conditions });
    expect([refused.status, refused.body.error]).toEqual([400, "validation_error"]);
    expect(refused.body.details?.[0]?.field).toMatch(/^conditions/);
    expect(refused.text).toContain(reason);
  });

  it("nested without end are refused, too [S2]", async () => {
    const [before, after] = [`{"type":"not","condition":`, "}"].map((part) => part.repeat(30_000));
    const raw = `{"name":"No","resolution":60,"conditions":{"tree":[${before}{"type":"tag","value":"x"}${after}]}}`;
    const headers = { "content-type": "application/json" };
    const refused = await api.call<Refused>("POST", all, undefined, { raw, headers });
    expect([refused.status, refused.body.error], refused.text.slice(0, 200)).toEqual([400, "validation_error"]);
  });

  it("as deep as allowed are kept and judged, in rules as here [S2]", async () => {
    await promise("Deep", { tree: [deep(25)] });
    const { id } = await begin();
    expect(await levelOf(id)).toBe("Deep");
    const rule = (levels: number) =>
      api.post("/v1/rules", {
        ...{ name: "Deep", trigger: { type: "conversation/created" }, conditions: { tree: [deep(levels)] } },
        actions: [{ name: "tag_add", input: { tag: "deep" } }],
      });
    expect((await rule(25)).status).toBe(200);
    expect((await rule(2000)).status).toBe(400);
  });
});
