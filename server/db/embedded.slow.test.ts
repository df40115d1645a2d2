import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { stopAbandoned } from "./embedded.ts";

/** A folder that only its owner can enter, with a space in its path. */
const parent = fs.mkdtempSync(path.join(os.tmpdir(), "parley-embedded-"));
const dataDir = path.join(parent, "a folder");
const pidFile = path.join(dataDir, "database", "cluster", "postmaster.pid");
const children = new Set<ChildProcess>();

afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await stopAbandoned(dataDir);
  fs.rmSync(parent, { recursive: true, force: true });
});

type User = { child: ChildProcess; startedHere: boolean; url: string; last: () => number };

async function use(adopt = true, folder = dataDir): Promise<User> {
  const script = path.join(import.meta.dirname, "../testing/processes/database-process.ts");
  const child = spawn(process.execPath, [script, folder, adopt ? "adopt" : "join"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.add(child);
  const lines = readline.createInterface({ input: child.stdout });
  let last = 0;
  const [first] = await once(lines, "line");
  lines.on("line", (line) => {
    last = Number(line);
  });
  return { child, ...JSON.parse(String(first)), last: () => last };
}

async function end(user: User, signal: NodeJS.Signals): Promise<void> {
  const exit = once(user.child, "exit");
  user.child.kill(signal);
  await exit;
  children.delete(user.child);
}

function serverPid(): number {
  return fs.existsSync(pidFile) ? Number(fs.readFileSync(pidFile, "utf8").split("\n")[0]) : 0;
}

async function hasNumber(user: User, number: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: user.url });
  await client.connect();
  const { rowCount } = await client.query("select from numbers where n = $1", [number]);
  await client.end();
  return rowCount === 1;
}

async function written(user: User): Promise<void> {
  const before = user.last();
  await expect.poll(user.last, { timeout: 10_000 }).toBeGreaterThan(before + 20);
}

describe("the embedded database", () => {
  it("starts once for two processes that race, and stops with the last of them", async () => {
    const users = await Promise.all([use(), use(false)]);
    expect(users.map((user) => user.startedHere).sort()).toEqual([false, true]);
    expect(users[0]?.url).toBe(users[1]?.url);
    const [starter, other] = users[0]?.startedHere ? users : [...users].reverse();
    if (!starter || !other) throw new Error("two processes were started");
    await end(starter, "SIGTERM");
    await written(other);
    await end(other, "SIGTERM");
    expect(serverPid()).toBe(0);
  });

  it("is found again after its starter was killed, with every acknowledged row, and then looked after", async () => {
    const killed = await use();
    await written(killed);
    await end(killed, "SIGKILL");
    const left = serverPid();
    const acknowledged = killed.last();
    const next = await use();
    expect(next.startedHere).toBe(false);
    expect(serverPid()).toBe(left);
    expect(await hasNumber(next, acknowledged)).toBe(true);
    await end(next, "SIGTERM");
    expect(serverPid()).toBe(0);
  });

  it("stays up when a short command joins it after the starter was killed", async () => {
    const killed = await use();
    await end(killed, "SIGKILL");
    const command = await use(false);
    await end(command, "SIGTERM");
    expect(serverPid()).toBeGreaterThan(0);
    expect(await stopAbandoned(dataDir)).toBe(true);
    expect(serverPid()).toBe(0);
  });

  it("loses no acknowledged row when server and starter are killed together", async () => {
    const killed = await use();
    await written(killed);
    process.kill(serverPid(), "SIGKILL");
    await end(killed, "SIGKILL");
    const acknowledged = killed.last();
    const next = await use();
    expect(next.startedHere).toBe(true);
    expect(await hasNumber(next, acknowledged)).toBe(true);
    await end(next, "SIGTERM");
  });

  it("is not fooled by a pid file that names another process", async () => {
    fs.writeFileSync(pidFile, `${process.pid}\n${path.dirname(pidFile)}\n1\n5432\n\n127.0.0.1\n\n`);
    const user = await use();
    expect(user.startedHere).toBe(true);
    expect(serverPid()).not.toBe(process.pid);
    await end(user, "SIGTERM");
  });

  it("is reached over its socket, also where a killed one left a lock that names another process", async () => {
    const killed = await use();
    const { port, searchParams } = new URL(killed.url);
    expect(searchParams.get("host")).toBe(path.dirname(pidFile));
    process.kill(serverPid(), "SIGKILL");
    await end(killed, "SIGKILL");
    const lock = path.join(path.dirname(pidFile), `.s.PGSQL.${port}.lock`);
    fs.writeFileSync(lock, `${process.pid}\n${path.dirname(pidFile)}\n1\n${port}\n${path.dirname(pidFile)}\n`);
    const next = await use();
    expect(next.url).toBe(killed.url);
    await end(next, "SIGTERM");
  });

  it("is reached over its port where the path is too long for a socket", async () => {
    const long = path.join(parent, "x".repeat(80));
    const user = await use(true, long);
    expect(new URL(user.url).search).toBe("");
    await written(user);
    await end(user, "SIGTERM");
  });

  it("keeps its password to its owner", () => {
    expect(fs.statSync(path.join(dataDir, "database", "password")).mode & 0o777).toBe(0o600);
  });
});
