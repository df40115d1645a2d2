import { AppError } from "#server/base/errors.ts";
import { readPart } from "../storage.ts";

/** What one reader holds of a file at a time, twice or thrice with what lies in its connection. */
export const pieceBytes = 256 * 1024;
/** Of large files, at once: an office behind one address plays many films, and each costs a piece. */
const mostOfNetwork = 200;

const open = new Map<string, number>();

function count(network: string, change: 1 | -1): void {
  const now = (open.get(network) ?? 0) + change;
  if (now > 0) open.set(network, now);
  else open.delete(network);
}

/** How many large files a network is reading. */
export const readersOf = (network: string): number => open.get(network) ?? 0;

/**
 * The bytes from `start` to `end`, both counted. What is larger than a piece is read from the store as it is taken: a
 * reader who takes nothing holds a piece, and no file or connection of the store.
 */
export async function bodyOf(key: string, start: number, end: number, network: string) {
  const piece = async (from: number) => {
    const bytes = await readPart(key, from, Math.min(from + pieceBytes - 1, end));
    if (bytes.byteLength === 0) throw new Error(`the file ${key} ends before byte ${from}`);
    return new Uint8Array(bytes);
  };
  if (end - start < pieceBytes) return end < start ? null : piece(start);
  if (readersOf(network) >= mostOfNetwork) {
    throw new AppError("rate_limited", { message: "Too many files are being read from your network at once." });
  }
  const first = await piece(start);
  return inPieces(first, start, end, { piece, network });
}

type Reading = { piece: (from: number) => Promise<Uint8Array<ArrayBuffer>>; network: string };

function inPieces(first: Uint8Array<ArrayBuffer>, start: number, end: number, { piece, network }: Reading) {
  let at = start;
  // Counted from the first look on: an answer that nobody begins to read is not told when it is dropped.
  let counted = false;
  const leave = () => {
    if (counted) count(network, -1);
    counted = false;
  };
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        if (at === start) {
          count(network, 1);
          counted = true;
        }
        try {
          const bytes = at === start ? first : await piece(at);
          // Who read it has gone meanwhile.
          if (!counted) return;
          at += bytes.byteLength;
          controller.enqueue(bytes);
          if (at <= end) return;
          controller.close();
          leave();
        } catch (error) {
          leave();
          throw error;
        }
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
}
