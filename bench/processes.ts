import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import { createServer } from "node:net";
import pg from "pg";

export type Running = { pid: number; stop: () => Promise<void> };

/** A port nobody listens on right now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once("exit", () => resolve());
  });
}

/** Starts a program under this Node and waits until `url` answers 200. */
export async function startProgram(file: string, env: Record<string, string>, url: string): Promise<Running> {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${file} did not start`);
  const stop = async () => {
    child.kill("SIGTERM");
    await ended(child);
  };
  for (let waited = 0; waited < 60_000; waited += 50) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`);
    const answer = await fetch(url).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return { pid, stop };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await stop();
  throw new Error(`${file} did not answer at ${url}`);
}

/** The whole server as `npm start` runs it: pages, sockets, relay and worker. */
export async function startWhole(url: string): Promise<Running & { base: string; port: number }> {
  const port = await freePort();
  const base = `http://localhost:${port}`;
  const env = { DATABASE_URL: url, PORT: String(port), DEMO: "0", NODE_ENV: "production", LOG_LEVEL: "fatal" };
  return { ...(await startProgram("server/main.ts", env, `${base}/sign-in`)), base, port };
}

/** Whether nobody else is within a transaction once the running statements have ended. */
async function nothingOpen(client: pg.Client): Promise<boolean> {
  for (let waited = 0; waited < 2000; waited += 10) {
    const { rows } = await client.query<{ open: number; running: number }>(
      `select count(*)::int as "open", count(*) filter (where "state" = 'active')::int as "running"
       from pg_stat_activity
       where "backend_type" = 'client backend' and "pid" <> pg_backend_pid() and "xact_start" is not null`,
    );
    if (rows[0]?.open === 0) return true;
    if (rows[0]?.running === 0) return false;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}

/** Stops a process at a moment where it holds no lock in the database: `work` would wait for it for ever. */
async function pause(url: string, pid: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (let attempts = 0; attempts < 500; attempts += 1) {
      process.kill(pid, "SIGSTOP");
      if (await nothingOpen(client)) return;
      process.kill(pid, "SIGCONT");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } finally {
    await client.end();
  }
  throw new Error("the server is always within a transaction");
}

/** Runs `work` while a process stands still: it would take up what is written meanwhile. */
export async function whilePaused<T>(url: string, { pid }: Running, work: () => Promise<T>): Promise<T> {
  await pause(url, pid);
  try {
    return await work();
  } finally {
    process.kill(pid, "SIGCONT");
    // Its timers run late now, and its connections are looked at.
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** Of Linux: what a process counts its time in. */
const ticksPerSecond = 100;

/** A process's own time, and that of its children that have ended; in milliseconds. */
function timeOf(pid: number): { parent: number; ms: number } {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { parent: Number(fields[1]), ms: (ticks * 1000) / ticksPerSecond };
}

/** Processor time of these processes and of all beneath them so far, in milliseconds. Linux only. */
export function processorTime(pids: readonly number[]): number {
  const all = new Map<number, { parent: number; ms: number }>();
  for (const name of fs.readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      all.set(Number(name), timeOf(Number(name)));
    } catch (error) {
      // It has ended since the list was read; its parent counts it.
      if (!["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
  }
  const isWithin = (pid: number): boolean => {
    if (pids.includes(pid)) return true;
    const parent = all.get(pid)?.parent ?? 0;
    return parent > 1 && isWithin(parent);
  };
  return [...all].reduce((sum, [pid, { ms }]) => (isWithin(pid) ? sum + ms : sum), 0);
}

/** The PostgreSQL behind an address, as a process of this machine. */
export async function databasePid(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    return timeOf(rows[0]?.pid ?? 0).parent;
  } finally {
    await client.end();
  }
}
