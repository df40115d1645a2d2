import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";

/** Starts a process that relays and works; `leads` is what it said last. */
export function spawnRelay(url: string): { process: ChildProcess; leads: () => boolean } {
  let last = "";
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "relay-process.ts")], {
    env: { ...process.env, DATABASE_URL: url, LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.on("data", (chunk: Buffer) => {
    last = chunk.toString().trim().split("\n").at(-1) ?? "";
  });
  return { process: child, leads: () => last === "leads" };
}
