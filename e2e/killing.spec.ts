import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import pg from "pg";
import { port } from "./fixtures/ports.ts";
import { test } from "./fixtures/test.ts";

const kills = 20;
const visitors = 4;
const own = port + 1;
const base = `http://127.0.0.1:${own}`;
const node = path.resolve("node_modules/.bin/node");

let dataDir = "";
let server: ChildProcess | undefined;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A server of its own on a data folder of its own; `healthy` waits for it. */
function start(): void {
  server = spawn(node, ["server/main.ts"], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(own),
      DATA_DIR: dataDir,
      DATABASE_URL: "",
      DEMO: "1",
      LOG_LEVEL: "fatal",
    },
    stdio: "ignore",
  });
}

async function healthy(): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 50) {
    const answer = await fetch(`${base}/health`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await pause(50);
  }
  throw new Error("the server did not come back");
}

async function killHard(): Promise<void> {
  const running = server;
  if (!running) return;
  const gone = new Promise((resolve) => running.once("exit", resolve));
  running.kill("SIGKILL");
  await gone;
}

type Command = { companies?: { id: string }[]; id?: string; token?: string };

/** One line of JSON from the administration, beside the running server. */
function admin(...args: string[]): Promise<Command[] & Command> {
  return new Promise((resolve, reject) => {
    const child = spawn(node, ["server/admin.ts", ...args], {
      env: { ...process.env, NODE_ENV: "production", DATA_DIR: dataDir, DATABASE_URL: "", LOG_LEVEL: "fatal" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let out = "";
    child.stdout.on("data", (chunk) => (out += chunk));
    child.once("exit", (code) => (code === 0 ? resolve(JSON.parse(out)) : reject(new Error(out))));
  });
}

type Visitor = { token: string; conversationId: string; sent: string[] };

/** Messages of all visitors that the server has acknowledged so far. */
let acknowledged = 0;

/** The stream flows again: a kill before that would hit nothing. */
async function flowing(): Promise<void> {
  const enough = acknowledged + visitors;
  while (acknowledged < enough) await pause(20);
}

async function post(pathname: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${base}${pathname}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5000),
  });
}

/** Says the same thing under the same id until it is acknowledged, as the widget does. */
async function insist(send: () => Promise<Response>, until: () => boolean): Promise<unknown> {
  while (!until()) {
    const answer = await send().catch(() => undefined);
    if (answer?.ok) {
      const body = await answer.json().catch(() => undefined);
      if (body) return body;
    }
    // Over the visitor's limit: a restart forgets it, and so does a minute.
    await pause(answer?.status === 429 ? 250 : 40);
  }
  return undefined;
}

async function chat(channelId: string, index: number, stopped: () => boolean): Promise<Visitor> {
  const never = () => false;
  const session = (await insist(() => post(`/widget/v1/${channelId}/session`, {}), never)) as { token: string };
  const auth = { "x-visitor-token": session.token };
  const first = `visitor ${index} message 0`;
  const begun = (await insist(
    () =>
      post(`/widget/v1/${channelId}/conversations`, { message: { body: first, clientMessageId: `${index}-0` } }, auth),
    never,
  )) as { conversation: { id: string } };
  const visitor: Visitor = { token: session.token, conversationId: begun.conversation.id, sent: [`${index}-0`] };
  for (let number = 1; !stopped(); number += 1) {
    const clientMessageId = `${index}-${number}`;
    const body = { body: `visitor ${index} message ${number}`, clientMessageId };
    const done = await insist(
      () => post(`/widget/v1/${channelId}/conversations/${visitor.conversationId}/messages`, body, auth),
      stopped,
    );
    if (done) {
      visitor.sent.push(clientMessageId);
      acknowledged += 1;
    }
    await pause(30);
  }
  return visitor;
}

async function channelOf(token: string): Promise<string> {
  const answer = await fetch(`${base}/v1/channels`, { headers: { authorization: `Bearer ${token}` } });
  const [channel] = (await answer.json()) as { id: string }[];
  return channel?.id ?? "";
}

/** The embedded database of the server under test, seen from outside. */
async function database(): Promise<pg.Client> {
  const { startDatabase } = await import("#server/db/embedded.ts");
  const { url } = await startDatabase({ dataDir });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

test.beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "parley-killing-"));
  start();
  await healthy();
});

test.afterAll(async () => {
  const running = server;
  if (running && running.exitCode === null) {
    const gone = new Promise((resolve) => running.once("exit", resolve));
    running.kill("SIGTERM");
    await gone;
  }
  fs.rmSync(dataDir, { recursive: true, force: true });
});

test("twenty kills under a stream of messages lose, double and disorder nothing", async () => {
  test.setTimeout(900_000);
  const [company] = await admin("company", "list");
  const { token = "" } = await admin(
    "token",
    "create",
    "--company",
    company?.id ?? "",
    "--permissions",
    "admin",
    "--name",
    "killing",
  );
  const channelId = await channelOf(token);
  let over = false;
  const chats = Array.from({ length: visitors }, (_, index) => chat(channelId, index, () => over));
  for (let count = 0; count < kills; count += 1) {
    await flowing();
    await pause((count * 137) % 500);
    await killHard();
    start();
    await healthy();
  }
  await flowing();
  over = true;
  const spoken = await Promise.all(chats);
  expect(spoken.reduce((sum, { sent }) => sum + sent.length, 0)).toBeGreaterThan(kills * visitors);

  const client = await database();
  try {
    for (const visitor of spoken) {
      const { rows } = await client.query<{ clientMessageId: string | null; seq: number }>(
        `select "clientMessageId", "seq" from messages where "conversationId" = $1 order by "seq"`,
        [visitor.conversationId],
      );
      expect(
        rows.map(({ seq }) => seq),
        "seq has no gap",
      ).toEqual(rows.map((_, index) => index + 1));
      const kept = rows.flatMap(({ clientMessageId }) => clientMessageId ?? []);
      expect(new Set(kept).size, "nothing is there twice").toBe(kept.length);
      // The last one may have been stored without its answer reaching the visitor.
      expect(kept.slice(0, visitor.sent.length), "everything acknowledged, in order").toEqual(visitor.sent);
      expect(kept.length - visitor.sent.length).toBeLessThanOrEqual(1);
    }
    await expect
      .poll(() => waiting(client), { timeout: 180_000, message: "events and jobs are worked off" })
      .toEqual({
        events: 0,
        jobs: [],
        unheard: 0,
      });
  } finally {
    await client.end();
  }
});

type Waiting = { events: number; jobs: string[]; unheard: number };

/** What no consumer has got yet: events not relayed, jobs that are due, visitor messages the bot has not dealt with. */
async function waiting(client: pg.Client): Promise<Waiting> {
  const { rows } = await client.query<Waiting>(`
    select (select count(*)::int from events where "position" is null) as events,
      (select coalesce(array_agg(task_identifier || ', tried ' || attempts || ' times: ' || coalesce(last_error, '')), '{}')
        from graphile_worker.jobs where run_at <= now()) as jobs,
      (select count(*)::int from conversations where "visitorId" not like 'demo-%' and "chatbotState" = 'ON'
        and "lastVisitorSeq" > coalesce(("flowState"->>'handledSeq')::int, 0)) as unheard`);
  return rows[0] ?? { events: -1, jobs: [], unheard: -1 };
}
