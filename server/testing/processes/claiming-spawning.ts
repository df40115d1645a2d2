import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { env } from "#server/config/env.ts";

/** Starts a process that claims a message and never sends it; resolves with its number once it has. */
export async function spawnClaimer(
  companyId: string,
  conversationId: string,
  moment: "claimed" | "leaving",
): Promise<{ process: ChildProcess; number: number }> {
  const script = path.join(import.meta.dirname, "claiming-process.ts");
  const child = spawn(process.execPath, [script, companyId, conversationId, moment], {
    env: { ...process.env, DATABASE_URL: env.databaseUrl, LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const number = await new Promise<number>((resolve, reject) => {
    child.stdout.once("data", (chunk: Buffer) => resolve(Number(chunk.toString())));
    child.once("exit", (code) => reject(new Error(`it ended with ${code}`)));
  });
  return { process: child, number };
}
