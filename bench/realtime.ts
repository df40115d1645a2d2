import { fork } from "node:child_process";
import fs from "node:fs";
import { encode } from "next-auth/jwt";
import pg from "pg";
import { newId } from "#server/base/ids.ts";
import type { Company } from "./dataset.ts";
import { freePort, type Running, startProgram } from "./processes.ts";
import { percentile, type Report } from "./report.ts";
import { makeTokens } from "./requests.ts";

const signingKey = "bench-only-signing-key-0123456789";
const agents = 200;
const perSecond = 100;
const seconds = 15;
/** A process that has just started compiles its code meanwhile: not counted. */
const warmUpSeconds = 5;
const idle = 2000;

type Arrivals = { threads: number[]; lists: number[] };
type AgentsWork = { base: string; cookie: string; count: number; conversations: string[] };
type Agents = { arrivals: () => Promise<Arrivals>; stop: () => Promise<void> };

/** A signed-in session, as the sign-in page would have made it. */
async function signedIn(client: pg.Client, company: Company, port: number): Promise<string> {
  const sessionId = newId();
  await client.query(
    `insert into user_sessions ("companyId","id","userId","expiresAt") values ($1,$2,$3,now() + interval '1 day')`,
    [company.companyId, sessionId, company.userId],
  );
  const { companyId, userId } = company;
  const token = await encode({ token: { companyId, userId, sessionId }, secret: signingKey });
  return `parley-${port}.session=${token}`;
}

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

/** Visitors write at fixed moments, whether or not the last message has been answered: waiting counts as delay. */
async function write(base: string, conversations: string[], tokens: string[], count: number, label: string) {
  const start = Date.now() + 200;
  const answered: number[] = [];
  let refused = 0;
  const sends = Array.from({ length: count }, async (_, index) => {
    const due = start + (index * 1000) / perSecond;
    await new Promise((resolve) => setTimeout(resolve, due - Date.now()));
    const answer = await fetch(`${base}/v1/conversations/${conversations[index % conversations.length]}/messages`, {
      method: "POST",
      headers: { authorization: `Bearer ${tokens[index % tokens.length]}`, "content-type": "application/json" },
      body: JSON.stringify({ from: "visitor", fromType: "visitor", body: `${label} ${due}` }),
    });
    await answer.arrayBuffer();
    answered.push(Date.now() - due);
    if (answer.status !== 202) refused += 1;
  });
  await Promise.all(sends);
  return { refused, answered };
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

export async function benchRealtime(url: string, company: Company, report: Report): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const port = await freePort();
  const base = `http://localhost:${port}`;
  const environment = {
    DATABASE_URL: url,
    PORT: String(port),
    NEXTAUTH_SECRET: signingKey,
    DEMO: "0",
    NODE_ENV: "production",
  };
  const server = await startProgram("server/main.ts", { ...environment, LOG_LEVEL: "fatal" }, `${base}/sign-in`);
  try {
    const cookie = await signedIn(client, company, port);
    const tokens = await makeTokens(client, company, 20);
    const found = await client.query<{ id: string }>(
      `update conversations set "status" = 'opened', "lastMessageAt" = now(), "closedAt" = null where "companyId" = $1
       and "id" in (select "id" from conversations where "companyId" = $1 and "chatbotState" = 'OFF' order by "id" desc limit 20)
       returning "id"`,
      [company.companyId],
    );
    const work = { base, cookie, count: agents, conversations: found.rows.map(({ id }) => id) };
    const people = await connectAgents(work);
    await write(base, work.conversations, tokens, perSecond * warmUpSeconds, "warm-up at");
    const { refused, answered } = await write(base, work.conversations, tokens, perSecond * seconds, "sent at");
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const { threads, lists } = await people.arrivals();
    await people.stop();
    if (refused > 0) throw new Error(`${refused} messages were refused`);
    const figures = (values: number[]) =>
      `p50 ${percentile(values, 50).toFixed(1)} ms, p99 ${percentile(values, 99).toFixed(1)} ms`;
    report.line(`sending it: answered after ${figures(answered)}`);
    report.line(
      `message to ${agents} agents at ${perSecond}/s: open thread ${figures(threads)} (${threads.length} arrivals)`,
    );
    report.line(`the same to their lists: ${figures(lists)} (${lists.length} arrivals, at most one frame per 40 ms)`);
    report.limit("visitor's message to an agent's socket, p99", percentile(threads, 99), "at most", 50, " ms");
    report.line(
      `memory per idle agent's socket: ${((await memoryPerSocket(server, work)) / 1024).toFixed(1)} KB resident`,
    );
  } finally {
    await server.stop();
    await client.end();
  }
}
