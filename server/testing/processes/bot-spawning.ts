import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";

/** Starts a process in which chatbots answer; it may call endpoints on this machine. */
export function spawnBot(url: string): { process: ChildProcess; leads: () => boolean } {
  let last = "";
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "bot-process.ts")], {
    env: { ...process.env, DATABASE_URL: url, LOG_LEVEL: "error", ALLOW_PRIVATE_TARGETS: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.on("data", (chunk: Buffer) => {
    last = chunk.toString().trim().split("\n").at(-1) ?? "";
  });
  return { process: child, leads: () => last === "leads" };
}
