import type { SourceEvent } from "./rendering.ts";
import { batchSize } from "./source.ts";

/** More are read from the database when their turn comes. */
const most = 16 * batchSize;

/**
 * Events that this process has relayed or followed and the queue has not passed. Until it has, nobody changes them
 * (erasures wait for it), so they need not be read again.
 */
export class RecentEvents {
  private events: SourceEvent[] = [];

  add(events: readonly SourceEvent[]): void {
    const [first] = events;
    const [before, last] = [this.events.at(-1), events.at(-1)];
    if (!first || !last) return;
    const whole = last.position - first.position === events.length - 1;
    if (!whole || (before && first.position !== before.position + 1) || this.events.length > most) this.events = [];
    if (whole) this.events.push(...events);
  }

  /** Those that come next after this position, without a gap; none: they are to be read. */
  after(position: number): readonly SourceEvent[] {
    const [first] = this.events;
    const passed = position + 1 - (first?.position ?? 0);
    if (!first || passed < 0) return [];
    this.events.splice(0, passed);
    return this.events.slice(0, batchSize);
  }
}
