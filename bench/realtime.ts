import { fork } from "node:child_process";
import fs from "node:fs";
import pg from "pg";
import { compare } from "./comparing.ts";
import type { Company } from "./dataset.ts";
import { freePort, type Running, startProgram, startWhole } from "./processes.ts";
import { percentile, type Report } from "./report.ts";
import { makeTokens } from "./requests.ts";
import { signedIn } from "./sessions.ts";

const agents = 200;
const perSecond = 100;
const seconds = 5;
/** Tried one after the other, until messages come too late. */
const rates = [10, 25, 50, 75, 100, 150, 200, 300, 400, 600, 800];
const lateMs = 100;
const idle = 2000;

type Arrivals = { threads: number[]; lists: number[] };
type AgentsWork = { base: string; cookie: string; count: number; conversations: string[] };
type Agents = { arrivals: () => Promise<Arrivals>; stop: () => Promise<void> };

/** Agents' sockets in a process of their own. */
async function connectAgents(work: AgentsWork): Promise<Agents> {
  const child = fork(new URL("./agents-worker.ts", import.meta.url));
  const next = () => new Promise<unknown>((resolve) => child.once("message", resolve));
  const ready = next();
  child.send(work);
  await ready;
  return {
    arrivals: async () => {
      const answer = next();
      child.send("report");
      return (await answer) as Arrivals;
    },
    stop: async () => {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill();
      await gone;
    },
  };
}

type Place = { base: string; people: Agents; conversations: string[]; tokens: string[] };

/** Visitors write at fixed moments, whether or not the last message has been answered: waiting counts as delay. */
async function write({ base, conversations, tokens }: Place, rate: number): Promise<{ refused: number }> {
  const start = Date.now() + 200;
  let refused = 0;
  const sends = Array.from({ length: rate * seconds }, async (_, index) => {
    const due = start + (index * 1000) / rate;
    await new Promise((resolve) => setTimeout(resolve, due - Date.now()));
    const answer = await fetch(`${base}/v1/conversations/${conversations[index % conversations.length]}/messages`, {
      method: "POST",
      headers: { authorization: `Bearer ${tokens[index % tokens.length]}`, "content-type": "application/json" },
      body: JSON.stringify({ from: "visitor", fromType: "visitor", body: `sent at ${due}` }),
    });
    await answer.arrayBuffer();
    if (answer.status !== 202) refused += 1;
  });
  await Promise.all(sends);
  return { refused };
}

/** The delay of the slowest hundredth from a visitor's message to the agents who watch its thread. In milliseconds. */
async function slowest(place: Place, rate: number): Promise<number> {
  const { refused } = await write(place, rate);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const { threads } = await place.people.arrivals();
  // Too much for it: 503, and come again later.
  if (refused > 0) return Number.POSITIVE_INFINITY;
  const expected = (rate * seconds * agents) / place.conversations.length;
  if (threads.length < expected) throw new Error(`${threads.length} of ${expected} messages arrived`);
  return percentile(threads, 99);
}

/** Late three times in a row: a machine that stalls for a moment is late at every rate. */
async function isTooHigh(place: Place, rate: number): Promise<boolean> {
  for (let tries = 0; tries < 3; tries += 1) if ((await slowest(place, rate)) < lateMs) return false;
  return true;
}

/** The highest rate of each that is not too high, tried in turns so that they meet the same machine. */
async function highestRates(places: readonly Place[]): Promise<number[]> {
  const highest = places.map(() => 0);
  const left = new Set(places);
  for (const rate of rates) {
    for (const [index, place] of places.entries()) {
      if (!left.has(place)) continue;
      if (await isTooHigh(place, rate)) left.delete(place);
      else highest[index] = rate;
    }
  }
  return highest;
}

const rssOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;

async function memoryPerSocket(server: Running, work: AgentsWork): Promise<number> {
  const before = rssOf(server.pid);
  const sockets = await connectAgents({ ...work, count: idle, conversations: [] });
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const after = rssOf(server.pid);
  await sockets.stop();
  return (after - before) / idle;
}

/** Open conversations without a bot that nothing else of the bench writes into. */
async function quietConversations(client: pg.Client, { companyId }: Company, skip: number): Promise<string[]> {
  const found = await client.query<{ id: string }>(
    `update conversations set "status" = 'opened', "lastMessageAt" = now(), "closedAt" = null where "companyId" = $1
     and "id" in (select "id" from conversations where "companyId" = $1 and "chatbotState" = 'OFF' order by "id" desc offset $2 limit 20)
     returning "id"`,
    [companyId, skip],
  );
  return found.rows.map(({ id }) => id);
}

export async function benchRealtime(url: string, company: Company, report: Report): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const [ours, theirs] = [await quietConversations(client, company, 0), await quietConversations(client, company, 20)];
  const barePort = await freePort();
  const bare = `http://localhost:${barePort}`;
  const shared = { DATABASE_URL: url, BENCH_COMPANY: company.companyId, BENCH_CONVERSATIONS: theirs.join() };
  const limit = await startProgram("bench/bare-realtime.ts", { ...shared, PORT: String(barePort) }, `${bare}/health`);
  const server = await startWhole(url);
  const { base } = server;
  try {
    const cookie = await signedIn(client, company, server.port);
    const tokens = await makeTokens(client, company, 50);
    const people = await connectAgents({ base, cookie, count: agents, conversations: ours });
    const others = await connectAgents({ base: bare, cookie: "", count: agents, conversations: theirs });
    const here: Place = { base, people, conversations: ours, tokens };
    const there: Place = { base: bare, people: others, conversations: theirs, tokens };
    await compare(report, {
      name: `message to ${agents} agents at ${perSecond}/s, p99 : that of node:http, the same SQL and Socket.IO`,
      unit: " ms",
      ours: () => slowest(here, perSecond),
      limit: () => slowest(there, perSecond),
      kind: "at most",
      goal: 3,
    });
    const [mine = 0, bound = 0] = await highestRates([here, there]);
    report.line(`messages a second with p99 under ${lateMs} ms: ${mine}, limit ${bound}`);
    if (bound > 0) report.limit("that rate : the limit's", mine / bound, "at least", 0.4);
    else report.line("not measurable here: even the limit is too late at the lowest rate");
    await people.stop();
    await others.stop();
    const perSocket = await memoryPerSocket(server, { base, cookie, count: agents, conversations: ours });
    report.line(`memory per idle agent's socket: ${(perSocket / 1024).toFixed(1)} KB resident`);
  } finally {
    await server.stop();
    await limit.stop();
    await client.end();
  }
}
