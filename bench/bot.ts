import pg from "pg";
import { newId } from "#server/base/ids.ts";
import { defaultQuestionList } from "#server/chatbots/configuration/default-list.ts";
import { freshState, openFlow, takeTurn } from "#server/chatbots/flow/engine.ts";
import { type QuestionNode, questionNodeSchema } from "#server/chatbots/schema.ts";
import { takeBotTurn } from "#server/chatbots/turn/turn.ts";
import { createCompany } from "#server/companies/creating.ts";
import { createConversation } from "#server/conversations/opening/creating.ts";
import { systemActor } from "#server/core/actor.ts";
import { closeTenantPool, openTenantPool } from "#server/db/pool.ts";
import { closeSystemPool, openSystemPool } from "#server/db/system.ts";
import { connectListeners } from "#server/listeners.ts";
import { sendMessage } from "#server/messages/sending.ts";
import { freePort, startProgram } from "./processes.ts";
import { percentile, type Report } from "./report.ts";
import { makeTokens } from "./requests.ts";

const perSecond = 50;
const seconds = 12;
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

const send = (company: Made, conversationId: string, body: string) =>
  sendMessage.execute(systemActor(company.companyId), { conversationId, from: "v", fromType: "visitor", body });

/** Whole turns a second, one after the other: lock, flow, contact, messages, events, commit. */
async function storedTurns(company: Made): Promise<{ perSecond: number; cpuMs: number }> {
  let [turns, spent, cpu] = [0, 0, 0];
  for (let round = 0; round < 60; round += 1) {
    const conversationId = await begin(company);
    for (const body of ["hello", "I need a quote", "Ana", `${conversationId}@bench.example`, "none", "none", "none"]) {
      const { id: messageId } = await send(company, conversationId, body);
      const [begun, used] = [performance.now(), process.cpuUsage()];
      await takeBotTurn.execute(systemActor(company.companyId), { conversationId, messageId });
      const { user, system } = process.cpuUsage(used);
      if (round < 10) continue;
      [turns, spent, cpu] = [turns + 1, spent + performance.now() - begun, cpu + (user + system) / 1000];
    }
  }
  return { perSecond: (turns * 1000) / spent, cpuMs: cpu / turns };
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

/** Visitors write at fixed moments: whatever waits counts as delay. */
async function answers(url: string, company: Made, report: Report): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const environment = { DATABASE_URL: url, PORT: String(port), DEMO: "0", NODE_ENV: "production", LOG_LEVEL: "fatal" };
  const server = await startProgram("bench/bot-server.ts", environment, `${base}/health`);
  try {
    const { companyId, userId, channelId } = company;
    const owner = { companyId, userId, otherId: userId, channelId, phaseIds: company.phaseIds, rows: 0 };
    const tokens = await makeTokens(client, owner, 5);
    const ids: string[] = [];
    for (let index = 0; index < perSecond * seconds; index += 1) ids.push(await begin(company));
    await drained(client);
    const start = Date.now() + 300;
    const due = new Map(ids.map((id, index) => [id, start + (index * 1000) / perSecond]));
    const moments = [...due];
    const watching = watch(client, companyId, due, start + (seconds + 60) * 1000);
    const statuses = moments.map(async ([id, at], index) => {
      await new Promise((resolve) => setTimeout(resolve, at - Date.now()));
      const answer = await fetch(`${base}/v1/conversations/${id}/messages`, {
        method: "POST",
        headers: { authorization: `Bearer ${tokens[index % tokens.length]}`, "content-type": "application/json" },
        body: JSON.stringify({ from: "visitor", fromType: "visitor", body: `hello, ${id}@bench.example` }),
      });
      await answer.arrayBuffer();
      return answer.status;
    });
    const refused = (await Promise.all(statuses)).filter((status) => status !== 202).length;
    const all = await watching;
    if (refused > 0 || all.length < ids.length) throw new Error(`${refused} refused, ${all.length} answered`);
    // The first second warms the server up.
    const delays = all.slice(perSecond);
    report.line(`bot's answer at ${perSecond} conversations a second: p50 ${percentile(delays, 50).toFixed(0)} ms`);
    report.limit("visitor's message to the bot's answer, p99", percentile(delays, 99), "at most", 100, " ms");
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
    const stored = await storedTurns(company);
    report.line(`bot turns a second with the database, one after the other: ${stored.perSecond.toFixed(0)}`);
    report.limit("processor time of such a turn, database aside", stored.cpuMs, "at most", 10, " ms");
    await answers(url, company, report);
  } finally {
    await closeTenantPool();
    await closeSystemPool();
  }
}
