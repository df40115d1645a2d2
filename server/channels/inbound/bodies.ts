import type { Context } from "hono";
import { second } from "#server/base/clock.ts";
import { AppError } from "#server/base/errors.ts";
import { later } from "#server/db/outside.ts";

const mebi = 1024 * 1024;
/** As much as the platforms send at most. */
export const maxPayloadBytes = 3 * mebi;
/** Of all bodies that are being read or judged at one time: read, a body takes several times its size. */
const mostAtOnce = 24 * mebi;
/** Keeps one place from taking all the room by sending slowly. */
const mostFromOne = 8 * mebi;
const patienceMs = 15 * second;
/** Bodies that say to be this small are read whole, and counted then: a connection's own buffer holds more anyway. */
const smallBytes = 16 * 1024;

let held = 0;
const heldBy = new Map<string, number>();

/** Bytes of webhooks' bodies that are held at this moment. */
export function heldBytes(): number {
  return held;
}

function hold(caller: string, bytes: number): void {
  held += bytes;
  const mine = (heldBy.get(caller) ?? 0) + bytes;
  if (mine > 0) heldBy.set(caller, mine);
  else heldBy.delete(caller);
}

const crowded = () => new AppError("unavailable", { message: "Too much is coming in at once. Send it again." });

/** What rejects when a body takes too long, and how to stop waiting for that. */
function impatience(): { late: Promise<never>; stop: () => void } {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = later(() => reject(crowded()), patienceMs);
  late.catch(() => undefined); // Only of interest while a read waits.
  return { late, stop: () => clearTimeout(timer) };
}

/** A stream of the web costs several times what storing a small payload does. */
async function wholeOf(c: Context): Promise<Uint8Array> {
  const { late, stop } = impatience();
  try {
    return new Uint8Array(await Promise.race([c.req.arrayBuffer(), late]));
  } finally {
    stop();
  }
}

async function* chunksOf(c: Context, announced: number | undefined): AsyncGenerator<Uint8Array> {
  if (announced !== undefined && announced <= smallBytes) {
    yield await wholeOf(c);
    return;
  }
  const reader = c.req.raw.body?.getReader();
  if (!reader) return;
  const { late, stop } = impatience();
  try {
    for (;;) {
      const { value, done } = await Promise.race([reader.read(), late]);
      if (done) return;
      yield value;
    }
  } finally {
    stop();
    // What was not read is of no interest any more.
    reader.cancel().catch(() => undefined);
  }
}

/** Whether the client has disconnected and would not get the answer. */
export function isGone(c: Context): boolean {
  return c.req.raw.signal.aborted;
}

/**
 * Reads a body and has `work` done with it. Over 3 MB it is refused; while more bytes than the process has room for are
 * being read or worked on, the answer is `unavailable`, and the platforms send again.
 */
export async function withBody<T>(c: Context, caller: string, work: (bytes: Buffer) => Promise<T>): Promise<T> {
  const tooLarge = new AppError("payload_too_large", { message: "At most 3 MB." });
  const length = c.req.header("content-length");
  const announced = Number(length ?? 0);
  if (announced > maxPayloadBytes) throw tooLarge;
  const wouldBe = (more: number) => held + more > mostAtOnce || (heldBy.get(caller) ?? 0) + more > mostFromOne;
  if (wouldBe(announced)) throw crowded();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of chunksOf(c, length === undefined ? undefined : announced)) {
      if (size + chunk.byteLength > maxPayloadBytes) throw tooLarge;
      if (wouldBe(chunk.byteLength)) throw crowded();
      size += chunk.byteLength;
      hold(caller, chunk.byteLength);
      chunks.push(chunk);
    }
    return await work(Buffer.concat(chunks));
  } finally {
    hold(caller, -size);
  }
}
