import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

type Bot = { process: ChildProcess; leads: () => boolean };

/** Starts a process in which chatbots answer; it may call endpoints on this machine. */
export function spawnBot(url: string): Bot {
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

/** How long its start takes is the machine's affair: it is waited for until it leads, or has ended. */
export async function untilLeading({ process: child, leads }: Bot): Promise<void> {
  while (!leads()) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error("The process has ended.");
    await pause(50);
  }
}
