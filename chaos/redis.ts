import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type FaultyPath, openFaultyPath } from "#server/testing/proxy.ts";
import { freePort } from "../bench/processes.ts";

const names = ["redis-server", "valkey-server"];

function program(): string | undefined {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find((file) => fs.existsSync(file));
}

function takes(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** A Redis that keeps nothing on a disk: killed, it comes back and has forgotten. */
export class Redis {
  /** Over a path that may fail. */
  readonly path: FaultyPath;
  private readonly file: string;
  private readonly port: number;
  private child: ChildProcess | undefined;

  private constructor(file: string, port: number, path: FaultyPath) {
    this.file = file;
    this.port = port;
    this.path = path;
  }

  /** Undefined on a machine that has none. */
  static async open(): Promise<Redis | undefined> {
    const file = program();
    if (!file) return undefined;
    const port = await freePort();
    const redis = new Redis(file, port, await openFaultyPath(`redis://127.0.0.1:${port}`));
    await redis.begin();
    return redis;
  }

  async begin(): Promise<void> {
    const args = ["--port", String(this.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    this.child = spawn(this.file, args, { stdio: "ignore" });
    for (const end = Date.now() + 10_000; !(await takes(this.port)); await sleep(20))
      if (Date.now() > end) throw new Error(`${this.file} did not start`);
  }

  signal(name: "SIGSTOP" | "SIGCONT"): void {
    this.child?.kill(name);
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  }

  async close(): Promise<void> {
    await this.path.close();
    await this.kill();
  }
}
