import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { stopAbandoned } from "#server/db/embedded.ts";
import { commandOf } from "../scripts/processes.mjs";

const parent = fs.mkdtempSync(path.join(os.tmpdir(), "parley-process-"));
const dataDir = path.join(parent, "data");
const cutDir = path.join(parent, "cut");
const pidFile = path.join(dataDir, "database", "cluster", "postmaster.pid");
const children = new Set<ChildProcess>();

afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await stopAbandoned(dataDir);
  await stopAbandoned(cutDir);
  fs.rmSync(parent, { recursive: true, force: true });
});

type Started = { child: ChildProcess; output: () => string; ended: Promise<number | null> };

function start(settings: Record<string, string>): Started {
  const env = {
    PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin",
    // As `npm start` does: half of a start is the compiling of modules.
    NODE_COMPILE_CACHE: path.join(import.meta.dirname, "../.cache/compiled"),
    NODE_ENV: "production" as const,
    DATA_DIR: dataDir,
    DEMO: "0",
    ...settings,
  };
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "main.ts")], { env });
  children.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const ended = once(child, "exit").then(([code]) => {
    children.delete(child);
    return typeof code === "number" ? code : null;
  });
  return { child, output: () => output, ended };
}

/** A question to the database of a data folder, past row level security. */
async function asOwner<Row extends object>(folder: string, text: string): Promise<Row[]> {
  const cluster = path.join(folder, "database");
  const [, , , port] = fs.readFileSync(path.join(cluster, "cluster", "postmaster.pid"), "utf8").split("\n");
  const password = fs.readFileSync(path.join(cluster, "password"), "utf8").trim();
  const owner = new pg.Client({ connectionString: `postgresql://parley:${password}@127.0.0.1:${port}/parley` });
  await owner.connect();
  return owner
    .query<Row>(text)
    .then(({ rows }) => rows)
    .finally(() => owner.end());
}

/** How long a start takes is the machine's affair: it is waited for until it has happened or the process has ended. */
async function waitWhileAlive<T>({ child, output }: Started, look: () => T | Promise<T>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found) return found;
    expect(child.exitCode ?? child.signalCode, output()).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The program that makes the demo, once something of the demo is there. */
async function demoProgramOf(started: Started): Promise<number> {
  const found = () =>
    execFileSync("ps", ["-e", "-o", "pid=,ppid=,args="], { encoding: "utf8" })
      .split("\n")
      .map((line) => line.trim().split(/\s+/))
      .find(([, ppid, ...args]) => ppid === String(started.child.pid) && args.join(" ").includes("demo-program"));
  const [pid] = (await waitWhileAlive(started, found)) ?? [];
  const companies = () => asOwner<{ n: number }>(cutDir, `select count(*)::int as "n" from companies`);
  await waitWhileAlive(started, async () => (await companies())[0]?.n === 1);
  return Number(pid);
}

async function ready(started: Started): Promise<Started> {
  await waitWhileAlive(started, () => started.output().includes("is ready"));
  return started;
}

/** By what names the application is signed in to its own database. */
async function signedInAs(): Promise<string[]> {
  const [, , , port] = fs.readFileSync(pidFile, "utf8").split("\n");
  const password = fs.readFileSync(path.join(dataDir, "database", "password"), "utf8").trim();
  const owner = new pg.Client({ connectionString: `postgresql://parley:${password}@127.0.0.1:${port}/parley` });
  await owner.connect();
  const { rows } = await owner.query<{ name: string }>(
    `select distinct usename::text as name from pg_stat_activity
     where application_name like 'parley%' and pid <> pg_backend_pid()`,
  );
  await owner.end();
  return rows.map(({ name }) => name);
}

describe("the process", () => {
  it("stops at once with every fault of the environment", async () => {
    const { ended, output } = start({ PORT: "http", ROLE: "king", NEXTAUTH_SECRET: "changeme" });
    expect(await ended).toBe(1);
    expect(output()).toMatch(/PORT="http".*\n.*ROLE="king".*\n.*NEXTAUTH_SECRET is a well-known value/);
    expect(output()).not.toContain("    at ");
  });

  it("says that the port is taken, and touches nothing", async () => {
    const holder = net.createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const address = holder.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const untouched = path.join(parent, "untouched");
    const { ended, output } = start({ ROLE: "web", PORT: String(port), DATA_DIR: untouched });
    expect(await ended).toBe(1);
    expect(output()).toContain(`Port ${port} of 127.0.0.1 cannot be used`);
    expect(fs.existsSync(untouched)).toBe(false);
    holder.close();
  });

  it("signs in as no owner, drains on SIGTERM and stops the database it started", {
    timeout: 120_000,
  }, async () => {
    const { child, ended, output } = await ready(start({ ROLE: "worker" }));
    expect(fs.existsSync(pidFile)).toBe(true);
    expect(await signedInAs()).toEqual(["parley_login"]);
    child.kill("SIGTERM");
    child.kill("SIGINT");
    // One that takes too long ends itself with another code.
    expect(await ended).toBe(0);
    expect(output()).not.toMatch(/"level":"(error|fatal)"/);
    expect(fs.existsSync(pidFile)).toBe(false);
  });

  it("makes the demo whole or not at all, in a program of its own [P4], with a password where others can reach it, printed once [found S4]", {
    timeout: 600_000,
  }, async () => {
    const settings = { DEMO: "1", ROLE: "worker", DATA_DIR: cutDir, PUBLIC_URL: "https://inbox.example.com" };
    const cut = start(settings);
    process.kill(await demoProgramOf(cut), "SIGKILL");
    expect(await cut.ended).toBe(1);
    expect(cut.output()).toContain("The demo could not be made (its program was ended by SIGKILL)");

    const killed = start(settings);
    const program = await demoProgramOf(killed);
    killed.child.kill("SIGKILL");
    await killed.ended;
    await expect.poll(() => commandOf(program), { timeout: 60_000 }).toBe("");

    // Told to stop in the middle, it ends in time, and leaves no database behind that nobody would stop.
    const stopped = start(settings);
    await demoProgramOf(stopped);
    stopped.child.kill("SIGTERM");
    expect(await stopped.ended, stopped.output()).toBe(0);
    expect(fs.existsSync(path.join(cutDir, "database", "cluster", "postmaster.pid"))).toBe(false);

    const whole = await ready(start(settings));
    expect(whole.output()).toContain("cut off");
    const found = await asOwner<{ name: string; conversations: number }>(
      cutDir,
      `select "name", (select count(*)::int from conversations) as "conversations" from companies`,
    );
    expect(found).toEqual([{ name: "Acme Bikes (demo)", conversations: expect.any(Number) }]);
    // Those of its past; the worker adds what the simulated customers write.
    expect(found[0]?.conversations).toBeGreaterThanOrEqual(429);
    const password = /with the password (\S+)/.exec(whole.output())?.[1];
    expect(password).toMatch(/^[\w-]{20}$/);
    whole.child.kill("SIGTERM");
    expect(await whole.ended, whole.output()).toBe(0);

    const again = await ready(start(settings));
    again.child.kill("SIGTERM");
    expect(await again.ended).toBe(0);
    expect(again.output()).not.toContain("password");
  });

  it("starts again after a kill, with a database that is stopped in the end", { timeout: 180_000 }, async () => {
    const killed = await ready(start({ ROLE: "worker" }));
    killed.child.kill("SIGKILL");
    await killed.ended;
    expect(fs.existsSync(pidFile)).toBe(true);
    const next = await ready(start({ ROLE: "worker" }));
    next.child.kill("SIGTERM");
    expect(await next.ended).toBe(0);
    expect(fs.existsSync(pidFile)).toBe(false);
  });

  it("brings its database back when that is killed", { timeout: 180_000 }, async () => {
    const { child, ended, output } = await ready(start({ ROLE: "worker" }));
    const first = fs.readFileSync(pidFile, "utf8").split("\n")[0];
    process.kill(Number(first), "SIGKILL");
    await expect.poll(output, { timeout: 60_000 }).toContain("starting it again");
    const current = () => (fs.existsSync(pidFile) ? fs.readFileSync(pidFile, "utf8").split("\n")[0] : first);
    await expect.poll(current, { timeout: 60_000 }).not.toBe(first);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });
});
