import { fork } from "node:child_process";
import type { Company } from "./dataset.ts";

export type Replay = { url: string; company: Company; conversations: string[]; seconds: number; connections: number };

/** Messages a second that a bare pg client stores with the statements of POST .../messages, in a process of its own. */
export function replayMessages(replay: Replay): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL("./replay-worker.ts", import.meta.url), {
      env: { ...process.env, DATABASE_URL: replay.url, LOG_LEVEL: "fatal" },
    });
    child.once("message", (rate) => resolve(Number(rate)));
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code !== 0) reject(new Error(`the replay ended with ${code}`));
    });
    child.send(replay);
  });
}
