import { setTimeout as sleep } from "node:timers/promises";
import { log } from "#server/base/log.ts";
import type { RelayedEvent } from "#server/kit/relay/consumer.ts";
import { type Loaded, load } from "./reading.sql.ts";
import { type Item, render } from "./rendering.ts";
import { rooms, roomsFor } from "./rooms.ts";
import { RowBatches } from "./row-batches.ts";
import type { Frame, LiveEvent } from "./schema.ts";

/** What delivery needs of the sockets of this process. */
type Outlet = {
  size: (room: string) => number;
  emit: (room: string, frame: Frame) => void;
  position: (room: string, seq: number) => void;
  /** An event could not be delivered: clients must fetch everything anew. */
  reset: (companyId: string) => void;
  /** Called before anything of the batch is sent, to remove sockets that may no longer see a thread. */
  settle: (companyId: string, loaded: Loaded, events: readonly RelayedEvent[]) => void;
  /** The visitors' part of the batch. */
  visitors: (companyId: string, events: readonly RelayedEvent[], loaded: Loaded) => void;
  /** Whether the company has sockets here. */
  listens: (companyId: string) => boolean;
};

const positionMs = 1000;
const positionMsPerSocket = 2;
const largestBatch = 1000;
const attempts = 3;
const retryMs = 300;

/** The events of one company on their way to its sockets: read once, rendered once, in order. */
class CompanyStream {
  private readonly companyId: string;
  private readonly outlet: Outlet;
  private readonly batches: RowBatches;
  private waiting: RelayedEvent[] = [];
  private busy = false;
  /** All events up to here have been sent or wait in `batches`. */
  private delivered = 0;
  private announced = 0;
  private announcedAt = 0;

  constructor(companyId: string, outlet: Outlet) {
    this.companyId = companyId;
    this.outlet = outlet;
    this.batches = new RowBatches({
      size: outlet.size,
      emit: (room, events) => outlet.emit(room, { seq: this.safe(), events }),
    });
  }

  push(event: RelayedEvent): void {
    this.waiting.push(event);
  }

  async run(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.waiting.length > 0) await this.insist(this.waiting.splice(0, largestBatch));
    } finally {
      this.busy = false;
    }
  }

  /** Sends idle sockets the current position, so that a reconnect asks for little. */
  announce(now: number): void {
    const seq = this.safe();
    const room = rooms.company(this.companyId);
    const pause = Math.max(positionMs, this.outlet.size(room) * positionMsPerSocket);
    if (seq <= this.announced || now - this.announcedAt < pause) return;
    this.announced = seq;
    this.announcedAt = now;
    this.outlet.position(room, seq);
  }

  stop(): void {
    this.waiting = [];
    this.batches.stop();
  }

  get idle(): boolean {
    return !this.busy && this.waiting.length === 0 && this.batches.oldest() === undefined;
  }

  /** Sockets must not miss anything silently: after three failures they are asked to fetch everything anew. */
  private async insist(events: readonly RelayedEvent[]): Promise<void> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      try {
        return await this.deliver(events);
      } catch (error) {
        log.warn({ error, companyId: this.companyId, attempt }, "events could not be brought to the sockets");
        await sleep(retryMs * attempt);
      }
    }
    this.delivered = events.at(-1)?.seq ?? this.delivered;
    this.outlet.reset(this.companyId);
  }

  private async deliver(events: readonly RelayedEvent[]): Promise<void> {
    const loaded = await load(this.companyId, events);
    this.outlet.settle(this.companyId, loaded, events);
    this.send(render(events, loaded));
    this.outlet.visitors(this.companyId, events, loaded);
    this.delivered = events.at(-1)?.seq ?? this.delivered;
  }

  private send(items: readonly Item[]): void {
    const direct = new Map<string, LiveEvent[]>();
    for (const { live, audience } of items.filter((item) => !item.row)) {
      for (const room of roomsFor(this.companyId, audience)) direct.set(room, [...(direct.get(room) ?? []), live]);
    }
    for (const [room, events] of direct) {
      if (this.outlet.size(room) > 0) this.outlet.emit(room, { seq: this.safe(), events });
    }
    for (const { live, audience } of items.filter((item) => item.row)) {
      for (const room of roomsFor(this.companyId, audience)) this.batches.add(room, live);
    }
  }

  /** Frames of a batch still carry the seq before it: a connection may break between two of them. */
  private safe(): number {
    const oldest = this.batches.oldest();
    return oldest === undefined ? this.delivered : Math.min(this.delivered, oldest - 1);
  }
}

/** Follows the relay and sends its events to the sockets of this process. */
export class Delivery {
  private readonly outlet: Outlet;
  private readonly streams = new Map<string, CompanyStream>();
  private readonly timer: NodeJS.Timeout;

  constructor(outlet: Outlet) {
    this.outlet = outlet;
    this.timer = setInterval(() => this.announce(), positionMs);
  }

  take(events: readonly RelayedEvent[]): void {
    const touched = new Set<CompanyStream>();
    for (const event of events) {
      if (!this.outlet.listens(event.companyId)) continue;
      const stream = this.streamOf(event.companyId);
      stream.push(event);
      touched.add(stream);
    }
    for (const stream of touched) void stream.run();
  }

  stop(): void {
    clearInterval(this.timer);
    for (const stream of this.streams.values()) stream.stop();
    this.streams.clear();
  }

  private streamOf(companyId: string): CompanyStream {
    const known = this.streams.get(companyId);
    if (known) return known;
    const stream = new CompanyStream(companyId, this.outlet);
    this.streams.set(companyId, stream);
    return stream;
  }

  private announce(): void {
    const now = performance.now();
    for (const [companyId, stream] of this.streams) {
      stream.announce(now);
      if (stream.idle && !this.outlet.listens(companyId)) {
        stream.stop();
        this.streams.delete(companyId);
      }
    }
  }
}
