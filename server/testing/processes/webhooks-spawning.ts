import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";

/** Starts a process that relays and delivers; it writes "ready" when it works. */
export function spawnDeliveries(url: string): ChildProcess {
  return spawn(process.execPath, [path.join(import.meta.dirname, "webhooks-process.ts")], {
    env: { ...process.env, DATABASE_URL: url, ALLOW_PRIVATE_TARGETS: "1", LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "inherit"],
  });
}
