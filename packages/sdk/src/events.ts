import type { Client } from "openapi-fetch";
import { orThrow } from "./failing.ts";
import type { paths } from "./generated/api.ts";
import type { EventData, EventType } from "./webhooks.ts";

/** An event of the feed, typed by its `type`. */
export type ParleyEvent = {
  [T in EventType]: {
    /** As in X-Webhook-Event-Id. */
    id: string;
    /** As in X-Webhook-Sequence. */
    seq: number;
    type: T;
    createdAt: string;
    data: EventData<T>;
    /** Store it when the event is done, and give it to `events` to read on after it. */
    position: string;
  };
}[EventType];

export type EventsOptions = {
  /** Read on after the event that had this position. */
  position?: string | undefined;
  /** Where to begin without a position; `newest` unless given. */
  from?: "oldest" | "newest";
  types?: readonly EventType[];
  channelId?: string;
  /** How long one request waits for news, in seconds, 0 to 30. */
  wait?: number;
  /**
   * Told of the place behind each page, once its events are done, and where there were none. Store it as well: a place
   * that is older than the events are kept (30 days) is refused.
   */
  onPosition?: ((position: string) => void | Promise<void>) | undefined;
  signal?: AbortSignal;
};

type Place = { cursor: string | undefined; seq: number };

/** A position is the cursor of the page that the event was on, and the event's own place. */
function placeOf(position: string | undefined): Place | undefined {
  if (position === undefined) return undefined;
  const at = position.lastIndexOf("~");
  const seq = Number(position.slice(at + 1));
  if (at < 0 || !Number.isSafeInteger(seq)) throw new TypeError("This is not a position of the event feed.");
  return { cursor: position.slice(0, at) || undefined, seq };
}

const positionOf = ({ cursor = "", seq }: Place): string => `${cursor}~${seq}`;

/** Reads the feed on and on, each event once; ends with its signal. */
export class EventReader implements AsyncIterable<ParleyEvent> {
  private readonly client: Client<paths>;
  private readonly options: EventsOptions;
  private place: Place | undefined;

  constructor(client: Client<paths>, options: EventsOptions = {}) {
    this.client = client;
    this.options = options;
    this.place = placeOf(options.position);
  }

  /** Behind the event that was handed out last. Undefined: nothing has been read. */
  get position(): string | undefined {
    return this.place && positionOf(this.place);
  }

  private page(wait: number, cursor: string | undefined) {
    const { from = "newest", types, channelId, signal } = this.options;
    // A place without a cursor is on the first page, which began with the oldest event.
    const begin = cursor === undefined ? { from: this.place ? ("oldest" as const) : from } : { cursor };
    const chosen = { ...(types ? { types: types.join(",") } : {}), ...(channelId ? { channelId } : {}) };
    const query = { wait, ...begin, ...chosen };
    return orThrow(this.client.GET("/v1/events", { params: { query: query as never }, ...(signal ? { signal } : {}) }));
  }

  /** Finds its place, so that nothing of what happens from now on is missed; iterating does it by itself. */
  async open(): Promise<void> {
    if (this.place || this.options.from === "oldest") return;
    const { nextCursor } = await this.page(0, undefined);
    this.place = { cursor: nextCursor, seq: 0 };
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ParleyEvent, void, undefined> {
    const { wait = 25, signal, onPosition } = this.options;
    try {
      await this.open();
      while (!signal?.aborted) {
        const cursor = this.place?.cursor;
        const { data, nextCursor } = await this.page(wait, cursor);
        const done = this.place?.seq ?? 0;
        for (const event of data) {
          // Handed out before its reader stopped.
          if (event.seq <= done) continue;
          this.place = { cursor, seq: event.seq };
          yield { ...event, position: positionOf(this.place) } as ParleyEvent;
          if (signal?.aborted) return;
        }
        this.place = { cursor: nextCursor, seq: 0 };
        await onPosition?.(positionOf(this.place));
      }
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
  }
}
