import { afterEach, describe, expect, it } from "vitest";
import { minute, shiftClock } from "#server/base/clock.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Permission } from "#server/core/permissions.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { personWith } from "#server/testing/roles.ts";
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
