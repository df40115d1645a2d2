import { limitConcurrency } from "#server/core/concurrency.ts";

type File = { name: string; type: string; chunks: AsyncGenerator<string> };

/** Of pieces: who waits for a turn holds no connection, and all else is served meanwhile. */
const inTurn = limitConcurrency(2);

/** A file that is written while it is read: the next piece is asked for only when the last one is taken. */
export function download({ name, type, chunks }: File): Response {
  const encoder = new TextEncoder();
  // Who asked has gone while the next piece was made.
  let left = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await inTurn(() => chunks.next());
      if (left) return;
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      left = true;
      await chunks.return(undefined);
    },
  });
  const headers = { "content-type": type, "content-disposition": `attachment; filename="${name}"` };
  return new Response(body, { headers });
}
