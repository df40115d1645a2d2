import type { LiveEvent } from "./schema.ts";

type Batch = {
  /** By conversation: only the newest counts. */
  rows: Map<string, LiveEvent>;
  oldest: number;
  timer: NodeJS.Timeout | undefined;
  flushedAt: number;
};

type Output = {
  emit: (room: string, events: LiveEvent[]) => void;
  /** How many sockets a room holds. */
  size: (room: string) => number;
};

const shortestMs = 40;
/** Each send costs the process about 20 µs a socket, so larger rooms get fewer: 5,000 sockets every 2 s. */
const msPerSocket = 0.4;

/** List rows on their way to list rooms: the first at once, then at most one batch per pause, newest row only. */
export class RowBatches {
  private readonly output: Output;
  private readonly batches = new Map<string, Batch>();

  constructor(output: Output) {
    this.output = output;
  }

  add(room: string, live: LiveEvent): void {
    const size = this.output.size(room);
    if (size === 0) {
      this.forget(room);
      return;
    }
    const batch = this.batchOf(room);
    const key = live.conversationId ?? "";
    const earlier = batch.rows.get(key);
    // Insertion order is the order of the newest change.
    batch.rows.delete(key);
    batch.rows.set(key, earlier ? merged(earlier, live) : live);
    batch.oldest = Math.min(batch.oldest, live.seq);
    if (batch.timer) return;
    const pause = Math.max(shortestMs, size * msPerSocket);
    const wait = batch.flushedAt + pause - performance.now();
    if (wait <= 0) this.flush(room, batch);
    else batch.timer = setTimeout(() => this.flush(room, batch), wait);
  }

  /** The oldest seq that has not been sent yet. */
  oldest(): number | undefined {
    let oldest = Infinity;
    for (const batch of this.batches.values()) oldest = Math.min(oldest, batch.oldest);
    return oldest === Infinity ? undefined : oldest;
  }

  stop(): void {
    for (const room of [...this.batches.keys()]) this.forget(room);
  }

  private batchOf(room: string): Batch {
    const known = this.batches.get(room);
    if (known) return known;
    const batch: Batch = { rows: new Map(), oldest: Infinity, timer: undefined, flushedAt: -Infinity };
    this.batches.set(room, batch);
    return batch;
  }

  private flush(room: string, batch: Batch): void {
    const events = [...batch.rows.values()];
    batch.timer = undefined;
    batch.rows = new Map();
    batch.oldest = Infinity;
    batch.flushedAt = performance.now();
    if (events.length > 0) this.output.emit(room, events);
  }

  private forget(room: string): void {
    clearTimeout(this.batches.get(room)?.timer);
    this.batches.delete(room);
  }
}

function merged(earlier: LiveEvent, later: LiveEvent): LiveEvent {
  const causes = new Set([...(earlier.causes ?? []), ...(later.causes ?? [])]);
  return causes.size === 0 ? later : { ...later, causes: [...causes] };
}
