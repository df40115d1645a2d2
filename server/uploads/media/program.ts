import { Worker } from "node:worker_threads";
import { readTracks } from "./tracks.ts";
import { remakeAsVoiceNote } from "./voice-notes.ts";

/**
 * Reads one sound or film of a stranger, from the standard input, and answers whoever started it (looking.ts). A file of
 * a few bytes may claim to hold billions of pictures: whatever reading it takes ends with this program.
 */

// Amid a loop that does not end, only another thread ends this where nobody else is left to.
const patienceMs = 20_000;
const watch = `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${patienceMs}); process.kill(process.pid, "SIGKILL");`;
new Worker(watch, { eval: true }).unref();
process.once("disconnect", () => process.exit());

async function given(size: number): Promise<Uint8Array> {
  const bytes = Buffer.alloc(size);
  let at = 0;
  for await (const chunk of process.stdin) at += (chunk as Buffer).copy(bytes, at);
  return bytes.subarray(0, at);
}

const [, , work, size, contentType = ""] = process.argv;
const bytes = await given(Number(size));
process.send?.("ready");
process.send?.({
  found: work === "voice note" ? await remakeAsVoiceNote(bytes) : await readTracks(bytes, contentType),
});
