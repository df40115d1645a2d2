import { once } from "node:events";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { second } from "#server/base/clock.ts";

/** What a scanner says of some bytes. */
export type Verdict = { kind: "clean" } | { kind: "infected"; name: string } | { kind: "too large" };

/** It did not answer, or said that it could not look. */
export class ScannerFault extends Error {}

const piece = 256 * 1024;
/** Without a byte in either direction; a scanner that unpacks a large archive is silent for a while. */
const silenceMs = 60 * second;
const longestAnswer = 4096;

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

function* conversation(bytes: Uint8Array): Generator<Uint8Array> {
  yield Buffer.from("zINSTREAM\0");
  for (let at = 0; at < bytes.byteLength; at += piece) {
    const part = bytes.subarray(at, at + piece);
    yield Buffer.concat([lengthOf(part.byteLength), part]);
  }
  yield lengthOf(0);
}

function verdictOf(said: string): Verdict {
  if (said === "stream: OK") return { kind: "clean" };
  const name = /^stream: (.+) FOUND$/.exec(said)?.[1];
  if (name) return { kind: "infected", name };
  if (/size limit exceeded/i.test(said)) return { kind: "too large" };
  throw new ScannerFault(`The scanner answered "${said.slice(0, 200)}".`);
}

/**
 * One piece after the other, and no further once it has answered: it hangs up on what is too large. The pause lets its
 * answer be read before a write fails, which would hide it.
 */
async function tell(socket: net.Socket, pieces: Iterable<Uint8Array>, hasAnswered: () => boolean): Promise<void> {
  for (const next of pieces) {
    if (hasAnswered() || socket.destroyed) return;
    if (!socket.write(next)) await Promise.race([once(socket, "drain"), once(socket, "close")]);
    await sleep(1);
  }
}

function ask(place: URL, pieces: Iterable<Uint8Array>): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const socket = net.connect({ host: place.hostname, port: Number(place.port || 3310), timeout: silenceMs });
    const end = (error?: Error) => {
      socket.destroy();
      if (said.endsWith("\0")) resolve(said.slice(0, -1));
      else reject(new ScannerFault(error?.message ?? "The scanner closed the connection.", { cause: error }));
    };
    // A write that fails is told by the socket's own error.
    socket.on("connect", () => void tell(socket, pieces, () => said !== "").catch(() => undefined));
    socket.on("data", (chunk) => {
      said += chunk.toString("latin1");
      if (said.endsWith("\0") || said.length > longestAnswer) end();
    });
    socket.on("timeout", () => end(new Error("The scanner is silent.")));
    socket.on("error", end);
    socket.on("close", () => end());
  });
}

/** Asks a ClamAV daemon (its INSTREAM command, over TCP). */
export async function askClamd(place: URL, bytes: Uint8Array): Promise<Verdict> {
  return verdictOf(await ask(place, conversation(bytes)));
}

/** Whether it is there; throws where it is not. */
export async function pingClamd(place: URL): Promise<void> {
  const said = await ask(place, [Buffer.from("zPING\0")]);
  if (said !== "PONG") throw new ScannerFault(`The scanner answered "${said.slice(0, 200)}".`);
}
