type File = { name: string; type: string; chunks: AsyncGenerator<string> };

/** So many pieces are made at once in this process; who waits for a turn holds no connection, and all else is served meanwhile. */
const most = 2;
let busy = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (busy < most) busy += 1;
  else await new Promise<void>((go) => waiting.push(go));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  }
}

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
