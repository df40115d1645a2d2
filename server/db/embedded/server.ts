import { spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { StartFault } from "#server/config/start-fault.ts";
import { type Cluster, programEnvironment, superuser } from "./cluster.ts";
import { type Files, passwordIn, readText } from "./files.ts";
import { commandOf } from "./identity.ts";

/** A PostgreSQL process as its own postmaster.pid tells it. */
type Server = Address & { pid: number };

/** Where a server listens: a port of this machine, and the folder of its socket, where it has one. */
export type Address = { port: number; sockets?: string };

const patience = { start: 60_000, fastStop: 8_000, leftovers: 15_000 };

/** The server running on a data directory, if any. Its process number may by now belong to another process. */
export function runningServer(directory: string): Server | undefined {
  const lines = (readText(path.join(directory, "postmaster.pid")) ?? "").split("\n").map((line) => line.trim());
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!pid || !isPostgres(pid, directory)) return undefined;
  return { pid, port: port || 0, ...(lines[4] ? { sockets: lines[4] } : {}) };
}

function isPostgres(pid: number, directory: string): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const command = readText(`/proc/${pid}/cmdline`);
  return command === undefined || (command.includes("postgres") && command.includes(directory));
}

/** Over the socket where there is one: a statement costs a quarter less of the processor than over the port. */
export function urlOf(files: Files, { port, sockets }: Address, database: string): string {
  const url = `postgresql://${superuser}:${passwordIn(files)}@127.0.0.1:${port}/${database}`;
  return sockets ? `${url}?host=${encodeURIComponent(sockets)}` : url;
}

type Answer = "ready" | "starting" | "stopping" | "silent" | "refused";

/** One connection attempt: what the server at this address says. */
async function ask(files: Files, address: Address): Promise<Answer> {
  const client = new pg.Client({ connectionString: urlOf(files, address, "postgres"), connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return "ready";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "57P03") return String(error).includes("shutting down") ? "stopping" : "starting";
    return code === "28P01" || code === "28000" ? "refused" : "silent";
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Waits for a server found running. False when it is not ours to use any more: it stops, or does not answer. */
export async function becomesReady(files: Files, directory: string, found: Server): Promise<boolean> {
  for (const deadline = Date.now() + patience.start; Date.now() < deadline; await pause(50)) {
    const server = runningServer(directory);
    if (server?.pid !== found.pid) return false;
    const answer = server.port ? await ask(files, { port: server.port }) : "starting";
    if (answer === "ready") return true;
    if (answer === "stopping" || answer === "refused") return false;
  }
  return false;
}

/** How to reach a server that is ready: by its socket, unless the file system or another user's rights are in the way. */
export async function reachable(files: Files, { port, sockets }: Address): Promise<Address> {
  return sockets && (await ask(files, { port, sockets })) === "ready" ? { port, sockets } : { port };
}

/** Starts the server and waits until it answers. It outlives this process on purpose: a crash here must not take it along. */
export async function launch(files: Files, cluster: Cluster, settings: string[]): Promise<Server> {
  let sockets = socketFolder(cluster.directory);
  for (const deadline = Date.now() + patience.start; ; ) {
    const port = await freePort(Number(readText(files.port)));
    const outcome = await attempt(files, cluster, { port, ...(sockets ? { sockets } : {}) }, settings);
    if (typeof outcome !== "string") {
      fs.writeFileSync(files.port, String(port));
      return outcome;
    }
    // Some file systems have none.
    if (sockets && /Unix|\.s\.PGSQL/.test(outcome)) {
      sockets = undefined;
      continue;
    }
    if (Date.now() > deadline || !(await mayTryAgain(files, cluster.directory, outcome))) {
      throw new StartFault(`PostgreSQL did not start (see ${files.log}):\n${outcome}`);
    }
  }
}

/** The longest path that every system takes for a socket, without the zero that ends it. */
const longestSocket = 103;

/** The data directory holds the socket too, for nobody else can enter it; none where its path is too long. */
function socketFolder(directory: string): string | undefined {
  const length = Buffer.byteLength(path.join(directory, ".s.PGSQL.65535"));
  return process.platform !== "win32" && length <= longestSocket ? directory : undefined;
}

/** Whoever was killed leaves sockets behind, whose owner's number may by now belong to another process. */
function sweepSockets(directory: string): void {
  for (const name of fs.readdirSync(directory).filter((entry) => entry.startsWith(".s.PGSQL."))) {
    fs.rmSync(path.join(directory, name), { force: true });
  }
}

/** Resolves to the server, or to what it wrote before it ended. */
async function attempt(files: Files, cluster: Cluster, address: Address, settings: string[]): Promise<Server | string> {
  sweepSockets(cluster.directory);
  rotate(files.log);
  const log = fs.openSync(files.log, "a", 0o600);
  const written = fs.fstatSync(log).size;
  const arguments_ = [
    "-D",
    cluster.directory,
    ...[...serverSettings(address), ...settings].flatMap((setting) => ["-c", setting]),
  ];
  const { command, args, options } = commandOf(
    cluster.identity,
    path.join(cluster.native, "bin", "postgres"),
    arguments_,
  );
  const child = spawn(command, args, {
    ...options,
    cwd: "/",
    env: programEnvironment(cluster.native),
    stdio: ["ignore", log, log],
    detached: true,
  });
  fs.closeSync(log);
  let ended = false;
  child.once("exit", () => (ended = true));
  child.once("error", () => (ended = true));
  child.unref();
  for (const deadline = Date.now() + patience.start; Date.now() < deadline && !ended; await pause(15)) {
    const server = runningServer(cluster.directory);
    if (!server || server.pid !== child.pid) continue;
    if ((await ask(files, { port: address.port })) === "ready") return server;
  }
  child.kill("SIGINT");
  return fs.readFileSync(files.log).subarray(written).toString("utf8") || "it wrote nothing";
}

function rotate(file: string): void {
  if (fs.existsSync(file) && fs.statSync(file).size > 10_000_000) fs.renameSync(file, `${file}.1`);
}

/** A taken port, or the last children of a killed server that are still leaving, are worth another attempt. */
async function mayTryAgain(files: Files, directory: string, outcome: string): Promise<boolean> {
  if (/could not bind|Address already in use|could not create any TCP/i.test(outcome)) {
    fs.rmSync(files.port, { force: true });
    return true;
  }
  if (/still in use|is another postmaster|already exists/i.test(outcome)) {
    const gone = await leftoversGone(directory);
    if (gone && !runningServer(directory)) fs.rmSync(path.join(directory, "postmaster.pid"), { force: true });
    return gone;
  }
  return false;
}

/** Waits until no process works in the data directory: PostgreSQL's children leave by themselves when their parent died. */
async function leftoversGone(directory: string): Promise<boolean> {
  if (!fs.existsSync("/proc/self/cwd")) return false;
  for (const deadline = Date.now() + patience.leftovers; Date.now() < deadline; await pause(100)) {
    if (!fs.readdirSync("/proc").some((entry) => /^\d+$/.test(entry) && workingFolder(entry) === directory))
      return true;
  }
  return false;
}

function workingFolder(pid: string): string {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return "";
  }
}

/** Fast shutdown; when that takes too long an immediate one, from which the next start recovers without loss. */
export async function shutDown(directory: string): Promise<void> {
  const server = runningServer(directory);
  if (!server) return;
  process.kill(server.pid, "SIGINT");
  if (await ends(directory, server.pid, patience.fastStop)) return;
  process.kill(server.pid, "SIGQUIT");
  await ends(directory, server.pid, patience.fastStop);
}

async function ends(directory: string, pid: number, ms: number): Promise<boolean> {
  for (const deadline = Date.now() + ms; Date.now() < deadline; await pause(20)) {
    if (!isPostgres(pid, directory)) return true;
  }
  return false;
}

/** The remembered port while it is free, so that the address stays the same over restarts. */
async function freePort(remembered: number): Promise<number> {
  if (remembered && (await bind(remembered))) return remembered;
  return (await bind(0)) || Promise.reject(new Error("no free port for PostgreSQL"));
}

function bind(port: number): Promise<number> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once("error", () => resolve(0));
    probe.listen(port, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Durable by default: fsync and synchronous_commit stay on, so what was acknowledged survives a crash. */
function serverSettings({ port, sockets }: Address): string[] {
  const megabytes = Math.floor(os.totalmem() / 1024 / 1024);
  return [
    "listen_addresses=127.0.0.1",
    `port=${port}`,
    // A list, so a name is quoted.
    `unix_socket_directories=${sockets ? `"${sockets.replaceAll('"', '""')}"` : ""}`,
    "password_encryption=scram-sha-256",
    "max_connections=200",
    `shared_buffers=${Math.min(256, Math.max(64, Math.floor(megabytes / 8)))}MB`,
    `effective_cache_size=${Math.max(256, Math.floor(megabytes / 2))}MB`,
    "work_mem=16MB",
    "maintenance_work_mem=128MB",
    "wal_compression=on",
    "max_wal_size=2GB",
    "min_wal_size=128MB",
    "checkpoint_timeout=10min",
    "random_page_cost=1.1",
    "effective_io_concurrency=64",
    "jit=off",
    "max_parallel_workers_per_gather=2",
    "autovacuum_naptime=15s",
    "timezone=UTC",
    "log_timezone=UTC",
    "log_line_prefix=%m [%p] ",
    "log_checkpoints=off",
    "log_min_error_statement=panic",
    "cluster_name=parley",
  ];
}
