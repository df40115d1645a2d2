import { fork } from "node:child_process";
import path from "node:path";
import { log } from "#server/base/log.ts";
import { limitConcurrency } from "#server/core/concurrency.ts";
import { later } from "#server/db/outside.ts";
import type { Tracks } from "./tracks.ts";

const program = path.join(import.meta.dirname, "program.ts");

/** A longer queue is one of files that are made to take long; whoever comes then does not wait for them. */
const queueMs = 10_000;
const refusal = () => new Error("too many files wait to be looked into");
const inTurn = limitConcurrency(2, { queueMs, refusal });
const startMs = 10_000;
/** From when the program has its file: the slowest that is honest, 100 MB of MP3, takes half of it. */
const lookMs = 2000;
const heapMegabytes = 128;

type Work = { what: "tracks" | "voice note"; bytes: Uint8Array; contentType: string };

/**
 * In a process of its own: a file may take all of its time or memory, and a thread that passes its memory by much takes
 * the whole process along. It knows no settings and no secrets.
 */
function ask<T>({ what, bytes, contentType }: Work): Promise<T> {
  return new Promise((resolve, reject) => {
    const child = fork(program, [what, String(bytes.byteLength), contentType], {
      env: { NODE_ENV: "production" },
      execArgv: [`--max-old-space-size=${heapMegabytes}`, "--disable-warning=ExperimentalWarning"],
      serialization: "advanced",
      stdio: ["pipe", "ignore", "ignore", "ipc"],
    });
    const end = () => child.kill("SIGKILL");
    let deadline = later(end, startMs);
    child.on("message", (said: "ready" | { found: T }) => {
      clearTimeout(deadline);
      if (said === "ready") {
        deadline = later(end, lookMs);
        return;
      }
      resolve(said.found);
      end();
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      clearTimeout(deadline);
      reject(new Error(`the program that looks into it was ended (${signal ?? code})`));
    });
    // It ended before it had all of the file, which its exit says.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(bytes);
  });
}

/** Tracks and length of a sound or film; undefined: not known. */
export async function tracksOf(bytes: Uint8Array, contentType: string): Promise<Tracks | undefined> {
  try {
    return await inTurn(() => ask<Tracks>({ what: "tracks", bytes, contentType }));
  } catch (error) {
    log.debug({ error, contentType }, "a sound or film could not be looked into");
    return undefined;
  }
}

/** A browser's recording as a voice note (voice-notes.ts); undefined where it is none that can become one. */
export async function asVoiceNote(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    const found = await inTurn(() => ask<Uint8Array | null>({ what: "voice note", bytes, contentType: "" }));
    return found ?? undefined;
  } catch (error) {
    log.info({ error }, "a recording could not become a voice note");
    return undefined;
  }
}
