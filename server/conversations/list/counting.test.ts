import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { AppError } from "#server/base/errors.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { inCompany } from "#server/db/pool.ts";
import { systemPool } from "#server/db/system.ts";
import { foldCounters } from "#server/jobs/counters.ts";
import { sendMessage } from "#server/messages/sending.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { assign } from "../assigning.ts";
import { priorities } from "../choices.ts";
import { close, open } from "../closing.ts";
import { deleteConversation } from "../deleting.ts";
import { patchConversation } from "../editing.ts";
import { moveToPhase } from "../moving/moving.ts";
import { createConversation } from "../opening/creating.ts";
import { filterConversationsInput } from "../schema.ts";
import { switchChatbot } from "../switching.ts";
import { addTag, removeTag } from "../tags/tagging.ts";
import { endDueSnooze, snooze, unsnooze } from "../triage/snoozing.ts";
import { countOf, totalsOfPhases } from "./counting.sql.ts";
import type { ListFilters } from "./filtering.sql.ts";

let phases: string[];
const live: string[] = [];

const company = await openCompany();

beforeAll(async () => {
  const { rows } = await systemPool().query<{ id: string }>(`select "id" from phases where "companyId" = $1`, [
    company.companyId,
  ]);
  phases = rows.map((row) => row.id);
});

type Step = { kind: string; at: number; n: number };
const kinds = [
  "create",
  "visitor",
  "robot",
  "user",
  "external",
  "assign",
  "free",
  "close",
  "lead",
  "open",
  "move",
  "on",
  "off",
  "tag",
  "untag",
  "amount",
  "utm",
  "rename",
  "priority",
  "snooze",
  "wake",
  "morning",
  "delete",
  "fold",
] as const;

const steps = fc.array(fc.record({ kind: fc.constantFrom(...kinds), at: fc.nat(50), n: fc.nat(9) }), {
  minLength: 25,
  maxLength: 45,
});

const say = (conversationId: string, fromType: "user" | "robot" | "visitor", from: string) =>
  sendMessage.execute(company.admin, { conversationId, fromType, from, body: "x" });

/** Folding as the relay's leader does it, here at random moments: totals must not notice. */
async function fold(): Promise<void> {
  await systemPool().query(`
    with gone as (delete from list_counter_deltas where "companyId" = '${company.companyId}' returning *),
    summed as (select "companyId", "list", "key", sum("count") as "count", sum("amount") as "amount" from gone group by 1, 2, 3)
    insert into list_counters ("companyId", "list", "key", "count", "amount") select * from summed
    on conflict ("companyId", "list", "key") do update
      set "count" = list_counters."count" + excluded."count", "amount" = list_counters."amount" + excluded."amount"`);
}

const changes: Record<string, (id: string, n: number) => Promise<unknown>> = {
  visitor: (id) => say(id, "visitor", "v"),
  robot: (id) => say(id, "robot", "r"),
  user: (id, n) => say(id, "user", n % 2 ? company.agent.id : company.otherAgent.id),
  external: (id) => say(id, "user", "crm"),
  assign: (id, n) =>
    assign.execute(company.admin, { conversationId: id, assignedTo: [company.agent, company.viewer][n % 2]?.id ?? "" }),
  free: (id) => assign.execute(company.admin, { conversationId: id, assignedTo: null }),
  close: (id) => close.execute(company.admin, { conversationId: id, isLead: false }),
  lead: (id) => close.execute(company.admin, { conversationId: id, isLead: true }),
  open: (id) => open.execute(company.admin, { conversationId: id }),
  move: (id, n) => moveToPhase.execute(company.admin, { conversationId: id, phaseId: phases[n % phases.length] ?? "" }),
  on: (id) => switchChatbot.execute(company.admin, { conversationId: id, chatbotState: "ON" }),
  off: (id) => switchChatbot.execute(company.admin, { conversationId: id, chatbotState: "OFF" }),
  tag: (id, n) => addTag.execute(company.admin, { conversationId: id, tag: `t${n % 3}` }),
  untag: (id, n) => removeTag.execute(company.admin, { conversationId: id, tag: `t${n % 3}` }),
  amount: (id, n) =>
    patchConversation.execute(company.admin, { conversationId: id, context: { amount: n === 0 ? null : n * 1.25 } }),
  utm: (id, n) =>
    patchConversation.execute(company.admin, {
      conversationId: id,
      context: { utmSource: `s${n % 2}`, utmMedium: n % 3 ? "m" : "" },
    }),
  priority: (id, n) =>
    patchConversation.execute(company.admin, {
      conversationId: id,
      context: { priority: priorities[n % priorities.length] },
    }),
  snooze: (id) => snooze.execute(company.admin, { conversationId: id, until: "2999-01-01" }),
  wake: (id) => unsnooze.execute(company.admin, { conversationId: id }),
  /** Its time has come. */
  morning: async (id) => {
    await systemPool().query(
      `update conversations set "snoozedUntil" = now() - interval '1 hour' where "id" = $1 and "snoozedUntil" is not null`,
      [id],
    );
    await endDueSnooze.execute(systemActor(company.companyId), { conversationId: id });
  },
  rename: (id, n) =>
    patchConversation.execute(company.admin, {
      conversationId: id,
      context: { visitorName: `N${n}`, visitorEmail: `n${n}@example.com` },
    }),
};

async function take({ kind, at, n }: Step): Promise<void> {
  if (kind === "fold") return fold();
  if (kind === "create" || live.length === 0) {
    const { companyId, given } = company;
    const made = await createConversation.execute(company.admin, {
      companyId,
      channelId: given.channelId ?? "",
      channel: "WEB",
      from: `v${at}`,
    });
    live.push(made.id);
    return;
  }
  const [id = ""] = kind === "delete" ? live.splice(at % live.length, 1) : [live[at % live.length]];
  const work =
    kind === "delete" ? deleteConversation.execute(company.admin, { conversationId: id }) : changes[kind]?.(id, n);
  await work?.catch((error: unknown) => {
    if (!(error instanceof AppError) || error.status !== 409) throw error;
  });
}

/** Filters whose totals come from counters, alone and with open=true. */
function counted(): Record<string, unknown>[] {
  const people = [company.agent.id, company.otherAgent.id, company.viewer.id];
  const single = [
    {},
    ...["opened", "closed", "inactive", "ACTIVE", "CLOSED"].map((status) => ({ status })),
    ...["WEB", "WHATSAPP", "WEB,WHATSAPP"].map((channel) => ({ channel })),
    ...["t0", "t1", "t2", "was_intervened", "post_lead", "no_lead"].map((tags) => ({ tags })),
    ...[...people, "crm", "robot"].map((agent) => ({ agent })),
    ...["intervened", "not_intervened", "lead", "intervened,not_intervened", "lead,intervened,not_intervened"].map(
      (condition) => ({ condition }),
    ),
    ...phases.map((phase) => ({ phase })),
    { phase: phases.slice(0, 2).join(",") },
    ...["s0", "s1"].map((utmSource) => ({ utmSource })),
    { utmMedium: "m" },
    { open: "true" },
    { open: "false" },
    { fromDate: "2020-01-01" },
    { fromDate: "2020-01-01", toDate: "2999-01-01" },
  ];
  const triaged = [
    ...["true", "false"].flatMap((word) => [{ waiting: word }, { snoozed: word }]),
    { priority: "urgent" },
    { priority: "low,high", waiting: "true", open: "true" },
    { snoozed: "false", open: "true", assignedTo: company.agent.id, condition: "intervened" },
    { snoozed: "true", status: "opened", channel: "WEB", chatbotState: "OFF", phase: phases[0] ?? "" },
    { status: "closed", condition: "lead,not_intervened", assignedTo: "UNASSIGNED" },
  ];
  const open = [
    ...phases.map((phase) => ({ open: "true", phase })),
    ...[...people, "UNASSIGNED", `${people[0]},UNASSIGNED`].map((assignedTo) => ({ open: "true", assignedTo })),
    { open: "true", chatbotState: "ON" },
    { open: "true", channel: "WEB" },
  ];
  return [...single, ...triaged, ...open];
}

/** The same total by looking at every row: a filter that changes nothing takes it off the counters. */
const looking = { updatedSince: new Date(0) };

async function compare(actor: Actor): Promise<void> {
  const turns: ListFilters["turn"][] = ["bot", "person"];
  const inbox = turns.map((turn) => ({ filters: { open: "true" }, turn }));
  for (const { filters, ...more } of [...counted().map((one) => ({ filters: one })), ...inbox]) {
    const { sort: _sort, phase, ...given } = filterConversationsInput.parse(filters);
    const parsed = { ...given, ...more };
    const held = phase ? { phase } : {};
    const [count, counted, kept, real] = await inCompany(actor.companyId, async () => [
      await countOf(actor, { ...parsed, ...held }),
      await countOf(actor, { ...parsed, ...held, ...looking }),
      await totalsOfPhases(actor, parsed, phase ?? phases),
      await totalsOfPhases(actor, { ...parsed, ...looking }, phase ?? phases),
    ]);
    const full = [...kept].filter(([, total]) => total.count !== 0 || total.amount !== 0);
    expect({ filters, count, phases: new Map(full.sort()) }).toEqual({
      filters,
      count: counted,
      phases: new Map([...real].sort()),
    });
  }
}

describe("totals", () => {
  it("equal the real counts and sums after any mix of writes", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (mix) => {
        for (const step of mix) await take(step);
        await compare(company.admin);
      }),
      { numRuns: 6 },
    );
  }, 120_000);

  it("stay true when many write at once", async () => {
    const mix = fc
      .sample(steps, { numRuns: 1, seed: 7 })
      .flat()
      .filter((step) => step.kind !== "delete");
    await Promise.all(mix.map(take));
    await compare(company.admin);
  }, 60_000);

  it("keep no counter that has come to nothing", async () => {
    const { admin, companyId, given } = await openCompany("Cleared");
    const where = { companyId, channelId: given.channelId ?? "" };
    const { id } = await createConversation.execute(admin, { ...where, channel: "WEB", from: "gone" });
    await deleteConversation.execute(admin, { conversationId: id });
    // Another process may be between folding and clearing.
    const empty = async () => {
      await foldCounters();
      const { rows } = await systemPool().query(
        `select "key" from list_counters where "companyId" = $1 and "count" = 0 and "amount" = 0`,
        [companyId],
      );
      return rows;
    };
    await expect.poll(empty).toEqual([]);
  });
});
