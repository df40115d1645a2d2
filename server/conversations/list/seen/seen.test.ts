import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { inCompany } from "#server/db/pool.ts";
import { rows, type Sql, sql } from "#server/db/sql.ts";
import { systemPool } from "#server/db/system.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { visibleOnly } from "../../access.sql.ts";
import { channelNames, inboxViews, priorities, sortFields } from "../../choices.ts";
import { filterConversationsInput } from "../../schema.ts";
import { columnsOf } from "../by-phase.sql.ts";
import { countOf, countsOf, totalsOfPhases } from "../counting.sql.ts";
import { all, type ListFilters, type SortedFilters, selectionOf } from "../filtering.sql.ts";
import { pageOfConversations } from "../listing.ts";
import { matching } from "../matching.sql.ts";
import { orderOf } from "../paging.sql.ts";
import { filtersOfView } from "../tabs.ts";
import { from } from "./seen.sql.ts";

const company = await openCompany();
const { companyId, agent, otherAgent } = company;
const phases = [newId(), newId(), newId()];
const teams = [newId(), newId(), newId()];
const channels = [newId(), newId()];
const contacts = [newId(), newId(), newId()];

const write = (text: string, values: unknown[]) => systemPool().query(text, values);
const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 86_400_000);

const oneOf = <Value>(...values: Value[]) => fc.constantFrom(...values);
const written = fc.record({
  channelId: oneOf(...channels),
  channel: oneOf(...channelNames),
  status: oneOf("opened", "inactive", "closed", "closed"),
  phaseId: oneOf(...phases),
  assignedTo: oneOf(null, null, agent.id, otherAgent.id, company.viewer.id),
  teamId: oneOf(null, ...teams),
  contactId: oneOf(null, ...contacts),
  visitorName: oneOf("", "Ana", "ana", "Zoe"),
  amount: oneOf(null, 0, 1.25, 10),
  chatbotState: oneOf("ON", "OFF"),
  priority: oneOf(...priorities),
  botSpoke: fc.boolean(),
  lastMessageAt: oneOf(null, at(1), at(1), at(2), at(40)),
  createdAt: oneOf(at(0), at(1)),
  updatedAt: oneOf(at(40), at(41)),
  waitingSince: oneOf(null, at(3), at(4)),
  firstHumanMessageAt: oneOf(null, at(2)),
  snoozedUntil: oneOf(null, null, at(99_999)),
  slaDueAt: oneOf(null, at(5), at(99_999)),
  tags: oneOf([], ["a"], ["a", "b"]),
});

async function insert(row: Record<string, unknown>): Promise<string> {
  const id = newId();
  const full = { ...row, companyId, id, visitorId: "v", contactLink: row.contactId ? "own" : "none" };
  const names = Object.keys(full);
  await write(
    `insert into conversations (${names.map((name) => `"${name}"`)}) values (${names.map((_, index) => `$${index + 1}`)})`,
    Object.values(full),
  );
  return id;
}

beforeAll(async () => {
  for (const [index, id] of phases.entries())
    await write(`insert into phases ("companyId","id","name","order","type") values ($1,$2,$3,$4,'progress')`, [
      companyId,
      id,
      `Further ${index}`,
      10 + index,
    ]);
  for (const id of teams)
    await write(`insert into teams ("companyId","id","name","nameKey","color") values ($1,$2,$3,$3,'#0F766E')`, [
      companyId,
      id,
      id,
    ]);
  for (const id of channels)
    await write(
      `insert into channels ("companyId","id","type","label","connected") values ($1,$2,'WEBSITE','W',true)`,
      [companyId, id],
    );
  for (const [index, id] of contacts.entries())
    await write(
      `insert into contacts ("companyId","id","name","channelId","assignedTo","createdAt","updatedAt") values ($1,$2,$3,$4,$5,now(),now())`,
      [companyId, id, `Contact ${index}`, channels[0], [agent.id, otherAgent.id, null][index]],
    );
  const made: string[] = [];
  for (const row of fc.sample(written, { numRuns: 160, seed: 5 })) made.push(await insert(row));
  await write(
    `with gone as (delete from list_counter_deltas where "companyId" = $1 returning *)
     insert into list_counters ("companyId", "list", "key", "count", "amount")
     select "companyId", "list", "key", sum("count"), sum("amount") from gone group by 1, 2, 3`,
    [companyId],
  );
  // What is counted but not folded.
  await write(
    `update conversations set "assignedTo" = case when "assignedTo" is null then $2::uuid end, "amount" = "amount" + 1
     where "companyId" = $1 and "id" = any($3::uuid[])`,
    [companyId, agent.id, made.filter((_, index) => index % 9 === 0)],
  );
  for (const id of made.filter((_, index) => index % 8 === 0))
    await write(
      `insert into conversation_mentions ("companyId","conversationId","userId") values ($1,$2,$3), ($1,$2,$4)`,
      [companyId, id, agent.id, otherAgent.id],
    );
});

/** A person who sees less than all, in each of the ways there are. */
const narrow = (more: Partial<Actor>): Actor => ({
  ...agent,
  permissions: new Set(["clients_read_assigned"]),
  seesUnassigned: false,
  ...more,
});
const sight = { read: "assigned", write: "assigned", teamIds: [], channelIds: [], masks: [] } as const;
const teamIds = teams.slice(0, 2);
const actors: Record<string, Actor> = {
  "an agent": agent,
  "a token of theirs": narrow({ type: "token", id: newId() }),
  "a role of one's own": narrow({ sight }),
  "a role of one's own and what nobody holds": narrow({ sight, seesUnassigned: true }),
  "a role of teams": narrow({ sight: { ...sight, read: "team", teamIds } }),
  "a role of teams and what nobody holds": narrow({ sight: { ...sight, read: "team", teamIds }, seesUnassigned: true }),
  "a role of no team": narrow({ sight: { ...sight, read: "team" } }),
  "a role of channels": narrow({ sight: { ...sight, read: "channel", channelIds: channels.slice(0, 1) } }),
  "an administrator": company.admin,
};

const maybe = <Value>(...values: Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 4 });
/** Three filters of four are absent: what is found by few of them is found at all. */
const rarely = <Value>(...values: Value[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...values) });
const filters = fc.record({
  open: maybe("true", "false"),
  status: rarely("ACTIVE", "CLOSED", "opened", "closed"),
  channel: rarely("WEB", "WEB,WHATSAPP"),
  phase: rarely(...phases, phases.slice(0, 2).join(",")),
  assignedTo: rarely(agent.id, "UNASSIGNED", `${agent.id},UNASSIGNED`, `${otherAgent.id},UNASSIGNED`, otherAgent.id),
  teamId: rarely(teams[0], "UNASSIGNED", `${teams[2]},UNASSIGNED`),
  condition: rarely("lead", "intervened", "not_intervened"),
  chatbotState: rarely("ON", "OFF"),
  waiting: rarely("true", "false"),
  snoozed: rarely("true", "false"),
  priority: rarely("low", "urgent,high"),
  tags: rarely("a", "b", "a,b"),
  search: rarely("ana"),
  sla: rarely("running", "none"),
  nextStep: rarely("true", "false"),
  fromDate: rarely(at(1).toISOString()),
  toDate: rarely(at(0.5).toISOString()),
  updatedSince: rarely(at(41).toISOString()),
  sort: maybe(...sortFields.flatMap((field) => [`${field}:asc`, `${field}:desc`])),
});
const inner = rarely<Partial<ListFilters>>({ turn: "bot" }, { turn: "person" }, { mentions: agent.id });

/** What the statement of one scan over everything says, with the condition of a single row. */
function plainly(actor: Actor, { sort, ...given }: SortedFilters) {
  const { conditions, tagDriver } = selectionOf(companyId, given);
  const visible: Sql = sql`${visibleOnly(actor, "clients_read")}`;
  const column = { strings: [`a."${sort.field}"`], values: [] };
  return rows<{ id: string; phaseId: string; amount: number | null }>(sql`
    select s."conversationId" as "id", s."phaseId", s."amount" from (
      select a."conversationId", a."phaseId", a."amount", ${column} as "sortKey"
      from ${from(tagDriver, visible)} where ${all(conditions)}${visible}) s
    order by ${orderOf(sort, sql`s`)}`);
}

type Plain = Awaited<ReturnType<typeof plainly>>;

function totals(found: Plain): Map<string, { count: number; amount: number }> {
  const groups = Map.groupBy(found, (one) => one.phaseId);
  return new Map(
    [...groups].map(([id, of]) => [
      id,
      { count: of.length, amount: of.reduce((sum, { amount }) => sum + (amount ?? 0), 0) },
    ]),
  );
}

async function walked(actor: Actor, given: SortedFilters, limit: number): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await pageOfConversations(actor, given, { limit, page: 1, ...(cursor ? { cursor } : {}) });
    found.push(...page.rows.map((one) => one.id));
    cursor = page.nextCursor;
  }
  return found;
}

async function compare(actor: Actor, given: SortedFilters, limit: number): Promise<void> {
  const plain = await plainly(actor, given);
  const ids = plain.map((one) => one.id);
  const { sort, phase, ...others } = given;
  const counted = phase ? { ...others, phase } : others;
  expect(await walked(actor, given, limit)).toEqual(ids);
  const skipped = await pageOfConversations(actor, given, { limit, page: 2 });
  expect(skipped.rows.map((one) => one.id)).toEqual(ids.slice(limit, 2 * limit));
  expect(await countOf(actor, counted)).toBe(ids.length);
  const wanted = phase ?? phases;
  const real = totals(plain.filter((one) => wanted.includes(one.phaseId)));
  const sums = await totalsOfPhases(actor, others, wanted);
  expect([...sums].filter(([, total]) => total.count !== 0).sort()).toEqual([...real].sort());
  const columnOf = await columnsOf(actor, { ...others, sort }, wanted, { limit, page: 2 });
  for (const id of wanted) {
    const column = columnOf(id);
    const own = plain.filter((one) => one.phaseId === id).map((one) => one.id);
    expect(column.rows.map((one) => one.id)).toEqual(own.slice(limit, 2 * limit + 1));
    expect(column.total).toEqual(real.get(id) ?? { count: 0, amount: 0 });
  }
  const found = await rows<{ id: string }>(sql`select "id" from (${matching(actor, counted)}) m`);
  expect(found.map((one) => one.id).sort()).toEqual([...ids].sort());
}

/** What leaves one of the sets alone, or none. */
const fixed = [
  { assignedTo: "UNASSIGNED" },
  { assignedTo: "UNASSIGNED", open: "true" },
  { assignedTo: agent.id, open: "true" },
  { assignedTo: otherAgent.id },
  { open: "true", teamId: teams[0] },
];

describe("what a person sees of a company's conversations (B2, C1, C2, W11)", () => {
  it.each(Object.entries(actors))(
    "%s: lists, pages, totals and columns are those of one plain scan",
    async (_, actor) => {
      for (const query of fixed)
        await inCompany(companyId, () => compare(actor, filterConversationsInput.parse(query), 5));
      await fc.assert(
        fc.asyncProperty(filters, inner, fc.integer({ min: 1, max: 30 }), async (query, more, limit) => {
          const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
          await inCompany(companyId, () =>
            compare(actor, { ...filterConversationsInput.parse(given), ...more }, limit),
          );
        }),
        { numRuns: 30 },
      );
    },
  );

  it.each(Object.entries(actors))("%s: the numbers of the tabs are those of one plain scan", async (_, actor) => {
    const sort = { field: "createdAt", descending: true } as const;
    const lists = [...inboxViews.map((view) => filtersOfView(view, actor)), { mentions: agent.id, open: true }];
    await inCompany(companyId, async () => {
      const real: number[] = [];
      for (const list of lists) real.push((await plainly(actor, { ...list, sort })).length);
      expect(await countsOf(actor, lists)).toEqual(real);
    });
  });
});
