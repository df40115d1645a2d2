import pg from "pg";
import { newId } from "#server/base/ids.ts";
import { defaultQuestionList } from "#server/chatbots/configuration/default-list.ts";
import { freshState, openFlow, takeTurn } from "#server/chatbots/flow/engine.ts";
import { type QuestionNode, questionNodeSchema } from "#server/chatbots/schema.ts";
import { createCompany } from "#server/companies/creating.ts";
import { createConversation } from "#server/conversations/opening/creating.ts";
import { systemActor } from "#server/core/actor.ts";
import { closeTenantPool, openTenantPool } from "#server/db/pool.ts";
import { closeSystemPool, openSystemPool } from "#server/db/system.ts";
import { connectListeners } from "#server/listeners.ts";
import { compare, rounds } from "./comparing.ts";
import { databasePid, processorTime, startWhole, whilePaused } from "./processes.ts";
import { replay } from "./replay/replay.ts";
import { median, percentile, type Report } from "./report.ts";
import { makeTokens } from "./requests.ts";

const said = ["I need a quote", "Ana", "ana@example.com", "+1 212 555 0147"];

/** A list at the limit: 200 nodes, a menu with branches among them. */
function longList(): QuestionNode[] {
  return Array.from({ length: 200 }, (_, index) =>
    questionNodeSchema.parse({
      ...{ id: index + 1, order: index, internal_name: `n${index}`, text: [`Question ${index}?`] },
      ...(index === 0 ? { response_type: "LIST", response_options: ["A", "B"] } : {}),
      ...(index > 0 && index <= 100 ? { parent: "n0", interface_configuration: { label: index % 2 ? "A" : "B" } } : {}),
    }),
  );
}

/** Turns a second of the engine alone, on one core. */
function pureTurns(nodes: readonly QuestionNode[], texts: readonly string[]): number {
  const shared = { nodes, settings: { chained_messages: true }, now: new Date(), random: () => 0, country: "US" };
  const begun = performance.now();
  let turns = 0;
  while (performance.now() - begun < 2000) {
    let { state } = openFlow({ ...shared, state: freshState });
    for (const text of texts) state = takeTurn({ ...shared, state }, { text }).state;
    turns += texts.length;
  }
  return turns / ((performance.now() - begun) / 1000);
}

type Made = Awaited<ReturnType<typeof createCompany>>;

async function begin(company: Made): Promise<string> {
  const { companyId, channelId } = company;
  const given = { companyId, channelId, channel: "WEB" as const, from: newId() };
  return (await createConversation.execute(systemActor(companyId), given)).id;
}

/** Notes when each conversation's first answer is there, by looking at their rows every few milliseconds. */
async function watch(client: pg.Client, companyId: string, due: Map<string, number>, until: number): Promise<number[]> {
  const delays: number[] = [];
  while (due.size > 0 && Date.now() < until) {
    const waiting = [...due].filter(([, at]) => at <= Date.now()).map(([id]) => id);
    const { rows } = await client.query<{ id: string }>({
      name: "answered",
      text: `select "id" from conversations where "companyId" = $1 and "id" = any($2::uuid[]) and "botSpoke"`,
      values: [companyId, waiting],
    });
    for (const { id } of rows) {
      delays.push(Date.now() - (due.get(id) ?? 0));
      due.delete(id);
    }
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
  return delays;
}

/** Until what earlier parts left behind has been dealt with. */
async function drained(client: pg.Client): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 200) {
    const { rows } = await client.query<{ left: number }>(`
      select (select count(*) from events where "position" is null)::int
        + (select count(*) from graphile_worker._private_jobs where "attempts" < "max_attempts")::int as left`);
    if (rows[0]?.left === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("the jobs of earlier parts do not end");
}

type Place = { client: pg.Client; company: Made; base: string; tokens: string[] };

async function sayHello({ base, tokens }: Place, id: string, index: number): Promise<void> {
  const answer = await fetch(`${base}/v1/conversations/${id}/messages`, {
    method: "POST",
    headers: { authorization: `Bearer ${tokens[index % tokens.length]}`, "content-type": "application/json" },
    body: JSON.stringify({ from: "visitor", fromType: "visitor", body: "hello" }),
  });
  await answer.arrayBuffer();
  if (answer.status !== 202) throw new Error(`a message was answered with ${answer.status}`);
}

/** How long each first answer of the bot took, for visitors who write at fixed moments: whatever waits is delay. */
async function answers(place: Place, ids: string[], rate: number): Promise<number[]> {
  const start = Date.now() + 300;
  const due = new Map(ids.map((id, index) => [id, start + (index * 1000) / rate]));
  const moments = [...due];
  const watching = watch(place.client, place.company.companyId, due, start + 120_000);
  const sends = moments.map(async ([id, at], index) => {
    await new Promise((resolve) => setTimeout(resolve, at - Date.now()));
    await sayHello(place, id, index);
  });
  await Promise.all(sends);
  const all = await watching;
  if (all.length < ids.length) throw new Error(`${ids.length - all.length} visitors got no answer`);
  return all;
}

/** Answers a second, where sixteen visitors at a time write as soon as they may. */
async function highestRate(place: Place, ids: string[]): Promise<number> {
  const begun = performance.now();
  const due = new Map(ids.map((id) => [id, Date.now()]));
  const watching = watch(place.client, place.company.companyId, due, Date.now() + 120_000);
  const waiting = [...ids.entries()];
  const caller = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await sayHello(place, next[1], next[0]);
  };
  await Promise.all(Array.from({ length: 16 }, caller));
  if ((await watching).length < ids.length) throw new Error("not every visitor got an answer");
  return (ids.length * 1000) / (performance.now() - begun);
}

async function fresh({ client, company }: Place, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await begin(company));
  await drained(client);
  return ids;
}

const messages = 200;

async function benchAnswers(url: string, company: Made, report: Report): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const server = await startWhole(url);
  try {
    const { companyId, userId, channelId } = company;
    const owner = { companyId, userId, otherId: userId, channelId, phaseIds: company.phaseIds, rows: 0 };
    const place = { client, company, base: server.base, tokens: await makeTokens(client, owner, 20) };
    const pids = [server.pid, await databasePid(url)];
    const highest: number[] = [];
    await compare(report, {
      name: "processor time of an answered message, PostgreSQL's too : that of writing the same rows with bare pg",
      unit: " ms",
      ours: async () => {
        const ids = await fresh(place, messages);
        const used = processorTime(pids);
        highest.push(await highestRate(place, ids));
        return (processorTime(pids) - used) / messages;
      },
      limit: async () => {
        const conversations = await fresh(place, 24);
        const work = { kind: "bot" as const, conversations };
        return whilePaused(url, server, async () => {
          const used = processorTime(pids.slice(1));
          const { perSecond, cpuMs } = await replay({ url, companyId, work, seconds: 3, connections: 8 });
          await client.query(`delete from events where "companyId" = $1 and "position" is null`, [companyId]);
          return cpuMs + (processorTime(pids.slice(1)) - used) / (perSecond * 3);
        });
      },
      kind: "at most",
      goal: 2.5,
    });
    const rate = median(highest);
    report.line(`bot's answers a second, highest: ${rate.toFixed(0)}`);
    const delays: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const all = await answers(place, await fresh(place, Math.ceil(rate * 2)), rate / 2);
      if (round > 0) delays.push(percentile(all, 99));
    }
    report.limit("visitor's message to the bot's answer at half of that, p99", median(delays), "at most", 100, " ms");
  } finally {
    await server.stop();
    await client.end();
  }
}

export async function benchBot(url: string, report: Report): Promise<void> {
  report.limit(
    "bot turns a second, engine alone, default list",
    pureTurns(defaultQuestionList("en"), said),
    "at least",
    5000,
  );
  report.limit(
    "the same, list of 200",
    pureTurns(
      longList(),
      Array.from({ length: 60 }, () => "A"),
    ),
    "at least",
    5000,
  );
  connectListeners();
  openTenantPool(url, 4);
  openSystemPool(url, 2);
  try {
    const email = `${newId()}@bench.example`;
    const admin = { name: "Bench", email, password: "correct horse 9" };
    const company = await createCompany({ name: "Bot", email, admin });
    await benchAnswers(url, company, report);
  } finally {
    await closeTenantPool();
    await closeSystemPool();
  }
}
