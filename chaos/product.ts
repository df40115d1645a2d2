import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { clusterDirectory } from "#server/db/embedded/cluster.ts";
import { filesOf } from "#server/db/embedded/files.ts";
import { runningServer } from "#server/db/embedded/server.ts";
import { startDatabase } from "#server/db/embedded.ts";
import { type FaultyPath, openFaultyPath } from "#server/testing/proxy.ts";

const main = path.join(import.meta.dirname, "../server/main.ts");
const restartMs = 200;
const patienceMs = 90_000;

type Settings = { name: string; port: number; env: NodeJS.ProcessEnv; log: string };

/** One process of the product under a supervisor, which begins it again when it ends. */
export class Program {
  readonly name: string;
  readonly port: number;
  private readonly settings: Settings;
  private child: ChildProcess | undefined;
  private ended = false;
  starts = 0;

  constructor(settings: Settings) {
    this.settings = settings;
    this.name = settings.name;
    this.port = settings.port;
    this.begin();
  }

  private begin(): void {
    if (this.ended) return;
    this.starts += 1;
    const log = fs.openSync(this.settings.log, "a");
    const child = spawn(process.execPath, [main], { env: this.settings.env, stdio: ["ignore", log, log] });
    fs.closeSync(log);
    this.child = child;
    child.once("exit", () => setTimeout(() => this.begin(), restartMs));
  }

  get base(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  signal(name: NodeJS.Signals): void {
    this.child?.kill(name);
  }

  /** Ready: 200, and the process is not the one that was told to end. */
  async isReady(): Promise<boolean> {
    const path_ = this.name === "worker" ? "/metrics" : "/health/ready";
    const answer = await fetch(`${this.base}${path_}`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
    // An answer that is cut off is none.
    const body = await answer?.arrayBuffer().catch(() => undefined);
    return answer?.status === 200 && body !== undefined;
  }

  async end(): Promise<void> {
    this.ended = true;
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  }
}

export type Product = {
  /** PostgreSQL itself, without the path that may fail. */
  databaseUrl: string;
  path: FaultyPath;
  web: [Program, Program];
  worker: Program;
  killDatabase(): void;
  /** Starts PostgreSQL again where it was. */
  raiseDatabase(): Promise<void>;
  ready(ms?: number): Promise<void>;
  stop(): Promise<void>;
};

type Database = { url: string; dataDir: string; stop(): Promise<void> };

export async function openOwnDatabase(folder: string): Promise<Database> {
  // As in the product: what is acknowledged is on the disk.
  const database = await startDatabase({ dataDir: folder });
  return { url: database.url, dataDir: folder, stop: () => database.stop() };
}

export async function openProduct(given: {
  database: Database;
  publicUrl: string;
  ports: readonly [number, number, number];
  secret: string;
  folder: string;
  platformUrl: string;
  redisUrl: string | undefined;
}): Promise<Product> {
  const { database, publicUrl, ports, secret, folder, platformUrl, redisUrl = "" } = given;
  const faulty = await openFaultyPath(database.url);
  const environment = (extra: Record<string, string>): NodeJS.ProcessEnv => ({
    ...{ PATH: process.env.PATH ?? "", NODE_ENV: "production" as const, DEMO: "0", SIMULATOR: "0", LOG_LEVEL: "warn" },
    // As `npm start` does.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
    ...{ DATABASE_URL: faulty.url, PUBLIC_URL: publicUrl, NEXTAUTH_SECRET: secret, DATA_DIR: folder },
    ...{ ALLOW_PRIVATE_TARGETS: "1", TRUSTED_PROXIES: "1", META_GRAPH_URL: platformUrl, REDIS_URL: redisUrl },
    ...extra,
  });
  const log = path.join(folder, "product.log");
  const program = (name: string, port: number, extra: Record<string, string>) =>
    new Program({ name, port, log, env: environment(extra) });
  const web: [Program, Program] = [
    program("web 1", ports[0], { ROLE: "web", PORT: String(ports[0]) }),
    program("web 2", ports[1], { ROLE: "web", PORT: String(ports[1]) }),
  ];
  const worker = program("worker", ports[2], { ROLE: "worker", METRICS_PORT: String(ports[2]) });
  const all = [...web, worker];
  const directory = clusterDirectory(filesOf(database.dataDir));
  return {
    databaseUrl: database.url,
    path: faulty,
    web,
    worker,
    killDatabase: () => {
      const server = runningServer(directory);
      if (server) process.kill(server.pid, "SIGKILL");
    },
    raiseDatabase: async () => {
      const { url } = await startDatabase({ dataDir: database.dataDir });
      if (url !== database.url) throw new Error("PostgreSQL came back at another port: begin again");
    },
    ready: (ms = patienceMs) => allReady(all, ms),
    stop: async () => {
      await Promise.all(all.map((one) => one.end()));
      await faulty.close();
    },
  };
}

async function allReady(all: readonly Program[], ms: number): Promise<void> {
  for (const until = Date.now() + ms; ; await sleep(50)) {
    const states = await Promise.all(all.map((one) => one.isReady()));
    if (states.every(Boolean)) return;
    if (Date.now() > until)
      throw new Error(`not ready in time: ${all.filter((_, index) => !states[index]).map(({ name }) => name)}`);
  }
}
