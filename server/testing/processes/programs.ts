import { type ChildProcess, spawn } from "node:child_process";
import net, { type AddressInfo } from "node:net";
import path from "node:path";
import { afterEach, expect } from "vitest";

type Program = {
  child: ChildProcess;
  /** All that it has written so far. */
  told: () => string;
  tells: (words: string | RegExp) => Promise<void>;
  write: (line: string) => void;
};

const running: ChildProcess[] = [];

/** The program and what it has started. */
function end(child: ChildProcess): void {
  if (!child.pid) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // All of them have ended.
  }
}

/** A program as a customer runs it; it ends with its test. */
export function startProgram(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Program {
  // This Node, whatever the machine has.
  const PATH = [path.dirname(process.execPath), process.env.PATH].join(path.delimiter);
  const child = spawn(command, args, { env: { ...process.env, PATH, ...env }, detached: true });
  running.push(child);
  let told = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (told += chunk));
  child.on("error", (error) => (told += String(error)));
  const tells = async (words: string | RegExp) => {
    await expect.poll(() => told, { timeout: 30_000, interval: 20 }).toMatch(words);
  };
  return { child, told: () => told, tells, write: (line) => void child.stdin.write(`${line}\n`) };
}

/** Call it once in a file that starts programs. */
export function endProgramsAfterEach(): void {
  afterEach(() => {
    for (const child of running.splice(0)) end(child);
  });
}

export async function freePort(): Promise<number> {
  const probe = net.createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
