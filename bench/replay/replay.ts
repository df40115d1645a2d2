import { fork } from "node:child_process";

/** What is repeated, and where: conversations, or the numbers of people who write on a channel. */
export type Work =
  | { kind: "message"; conversations: string[]; userId: string }
  | { kind: "inbound"; channelId: string; peers: string[] }
  | { kind: "visitor"; conversations: string[] }
  | { kind: "bot"; conversations: string[] };

export type Replay = { url: string; companyId: string; work: Work; seconds: number; connections: number };

export type Replayed = {
  perSecond: number;
  /** Processor time of this side's own process for each, in milliseconds; that of PostgreSQL is not in it. */
  cpuMs: number;
};

/** How often a bare pg client stores what such a piece of work stores, with its statements, in a process of its own. */
export function replay(given: Replay): Promise<Replayed> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL("./worker.ts", import.meta.url), {
      env: { ...process.env, DATABASE_URL: given.url, LOG_LEVEL: "fatal" },
    });
    child.once("message", (replayed) => resolve(replayed as Replayed));
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code !== 0) reject(new Error(`the replay ended with ${code}`));
    });
    child.send(given);
  });
}
