import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";

export type Running = { pid: number; stop: () => Promise<void> };

/** A port nobody listens on right now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once("exit", () => resolve());
  });
}

/** Starts a program under this Node and waits until `url` answers 200. */
export async function startProgram(file: string, env: Record<string, string>, url: string): Promise<Running> {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${file} did not start`);
  const stop = async () => {
    child.kill("SIGTERM");
    await ended(child);
  };
  for (let waited = 0; waited < 60_000; waited += 50) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`);
    const answer = await fetch(url).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return { pid, stop };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await stop();
  throw new Error(`${file} did not answer at ${url}`);
}
