import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { minute, shiftClock } from "#server/base/clock.ts";
import { env } from "#server/config/env.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Permission } from "#server/core/permissions.ts";
import { systemPool } from "#server/db/system.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { startRelay } from "#server/relay/relay.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { personWith } from "#server/testing/roles.ts";
import { until } from "#server/testing/sockets.ts";
import { converse, say } from "#server/testing/talking.ts";
import type { Rule, RuleDryRun } from "./schema.ts";

const company = await openCompany("Rights of rules", ["talk", "rule"]);
const admin = await openApi(company);
const { ruleId = "", ruleRunId = "" } = company.given;
const whole = ["websites_read", "websites_write", "chat_talk"] as const;
const everything = [...whole, "clients_read", "clients_write"] as const;
const reply = {
  name: "Answer",
  trigger: { type: "conversation/message" },
  actions: [
    { name: "reply", input: { body: "Hello" } },
    { name: "close", input: { isLead: false } },
  ],
};

afterEach(() => shiftClock(0));

describe("who has a rule act in the whole company [W11] [W12]", () => {
  const lacking: [string, () => Promise<[readonly Permission[], Actor]>, string[]][] = [
    [
      "a person who writes only to what is assigned to them",
      async () => [
        everything,
        await personWith(company, { name: "Looking", permissions: [...everything], writeScope: "assigned" }),
      ],
      ["scope"],
    ],
    [
      "a token that reads and writes what is assigned to its owner",
      async () => [[...whole, "clients_read_assigned", "clients_write_assigned"], company.admin],
      ["clients_read", "clients_write"],
    ],
  ];
  it.each(lacking)("is not %s", async (_who, actorOf, requiredPermissions) => {
    const [permissions, owner] = await actorOf();
    const api = await openApi(company, permissions, owner);
    const made = (await admin.post<Rule>("/v1/rules", reply)).body.id;
    const refused = [
      await api.post("/v1/rules", reply),
      await api.patch(`/v1/rules/${made}`, { enabled: true }),
      await api.patch(`/v1/rules/${made}`, { conditions: { channels: ["WEBSITE"] } }),
      await api.post(`/v1/rules/${ruleId}/runs/${ruleRunId}/rerun`, {}),
    ];
    for (const answer of refused) expect([answer.status, answer.body]).toMatchObject([403, { requiredPermissions }]);
    expect((await admin.delete(`/v1/rules/${made}`)).status).toBe(200);
  });

  it("is who reaches all: by a role that does, or by the word for talking alone", async () => {
    const person = await personWith(company, { name: "All", permissions: [...everything] });
    for (const api of [await openApi(company, everything, person), await openApi(company, whole)]) {
      const made = await api.post<Rule>("/v1/rules", reply);
      expect(made.status, made.text).toBe(200);
      await admin.delete(`/v1/rules/${made.body.id}`);
    }
  });

  it("is not needed to stop one, to name or to move it", async () => {
    const { id } = (await admin.post<Rule>("/v1/rules", { ...reply, enabled: true })).body;
    const sites = await openApi(company, ["websites_read", "websites_write"]);
    const off = await sites.patch<Rule>(`/v1/rules/${id}`, { enabled: false, name: "Paused", order: 0 });
    expect([off.status, off.body]).toMatchObject([200, { enabled: false, name: "Paused" }]);
    expect((await sites.patch(`/v1/rules/${id}`, { enabled: true })).status).toBe(403);
    expect((await sites.patch(`/v1/rules/${id}`, { actions: reply.actions.slice(1) })).status).toBe(403);
    await admin.delete(`/v1/rules/${id}`);
  });
});

it("trying out a rule names only conversations that its caller may read [W12]", async () => {
  const { id } = await converse(admin, company);
  await admin.post(`/v1/conversations/${id}/assign`, { assignedTo: company.agent.id });
  await say(admin, id, "visitor", { body: "Anybody?" });
  const conditions = { filters: { assignedTo: [company.agent.id] } };
  const draft = { trigger: { type: "no_human_answer", minutes: 1 }, conditions };
  shiftClock(2 * minute);
  const tried = async (permissions: readonly Permission[], owner?: Actor) => {
    const api = await openApi(company, ["websites_read", ...permissions], owner);
    const { body } = await api.post<RuleDryRun>("/v1/rules/dry-run", draft);
    return [body.matched, body.conversations.map(({ conversationId }) => conversationId)];
  };
  expect(await tried(["clients_read"])).toEqual([1, [id]]);
  expect(await tried([])).toEqual([1, []]);
  expect(await tried(["clients_read_assigned"])).toEqual([1, []]);
});

describe("trying out a rule asks of people only what its caller is shown [W11] [W12] [sec 5]", () => {
  const permissions: Permission[] = ["websites_read", "clients_read", "chat_talk"];
  const email = "vera.victim@secret.example";
  let masked: Actor;
  let shown: Actor;
  beforeAll(async () => {
    const field = (key: string, type: string) => ({ entity: "contact", key, label: key, type, personalData: true });
    for (const one of [field("passport", "text"), field("birthday", "date")])
      await admin.post("/v1/custom-fields", one);
    const birthday = new Date().toISOString().slice(0, 10);
    const customFields = { passport: "XQ998877", birthday };
    await admin.post("/v1/contacts", { websiteId: company.given.channelId, name: "Vera", email, customFields });
    const { id } = await converse(admin, company, { visitorEmail: email, visitorPhone: "+5491155557788" });
    await admin.post(`/v1/conversations/${id}/close`, { isLead: true });
    await admin.patch(`/v1/conversations/${id}`, { cart: `sent to ${email}` });
    await say(admin, id, "visitor", { body: `Write to ${email} or +54 9 11 5555 7788` });
    masked = await personWith(company, { name: "Masked", permissions, maskedFields: ["email", "phone"] });
    shown = await personWith(company, { name: "Shown", permissions });
    await prepareJobs(env.databaseUrl ?? "");
    const relay = await startRelay({ url: env.databaseUrl ?? "", consumers: [], ticks: [] });
    const unplaced = `select 1 from events where "companyId" = $1 and "seq" is null limit 1`;
    await until(async () => (await systemPool().query(unplaced, [company.companyId])).rows.length === 0);
    await relay.stop();
  });

  const onMessage = { type: "conversation/message" };
  const slot = (name: string, value: string) => ({
    trigger: onMessage,
    conditions: { tree: [{ type: "slot", slot: name, operator: "contains", value }] },
  });
  const says = (type: string, value: string) => ({ trigger: onMessage, conditions: { matches: [{ type, value }] } });
  const asked: [string, Record<string, unknown>][] = [
    ["the email", slot("email", "victim")],
    ["the phone", slot("phone", "55557")],
    ["a personal field", slot("passport", "XQ99")],
    ["an address in what bots collect", slot("cart", "secret")],
    ["an address in a message", says("contains", "victim")],
    ["a pattern in a message", says("regex", "secret\\.e")],
    ["a day in a personal field", { trigger: { type: "date_field", field: "birthday", minutes: 0 }, conditions: {} }],
  ];
  it.each(asked)("but not %s", async (_what, draft) => {
    const rule = await admin.post<Rule>("/v1/rules", { ...reply, ...draft });
    expect(rule.status, rule.text).toBe(200);
    const tried = async (owner: Actor) => {
      const api = await openApi(company, permissions, owner);
      const draftTried = await api.post<RuleDryRun>("/v1/rules/dry-run", draft);
      expect(draftTried.status, draftTried.text).toBe(200);
      const ruleTried = await api.post<RuleDryRun>(`/v1/rules/${rule.body.id}/dry-run`, {});
      return [draftTried.body.matched, ruleTried.body.matched];
    };
    expect(await tried(shown)).toEqual([1, 1]);
    expect(await tried(masked)).toEqual([0, 0]);
    await admin.delete(`/v1/rules/${rule.body.id}`);
  });
});
