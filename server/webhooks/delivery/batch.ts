import type { Held } from "./queue.ts";
import type { SourceEvent } from "./rendering.ts";
import type { Settled } from "./settling.ts";

/** A delivery as it is made of an event; `mine`: this process sends it at once. */
export type Delivery = Held & Pick<SourceEvent, "conversationId" | "contactId" | "createdAt"> & { mine: boolean };

/** Of a webhook that was under this recovery when its event was read. */
export type Owed = Delivery & { recoveryId: string };

/** So long what was read may wait for its first attempts, before it is stored without them. */
const openMs = 400;

/**
 * Events that were read together, until their deliveries are stored with what became of the first attempts: one row
 * each, written once. Until then the cursor has not passed them, so that what a process leaves behind is read again.
 */
export class Batch {
  readonly position: number;
  readonly events: number;
  readonly deliveries: readonly Delivery[];
  /** For webhooks under recovery: the recovery's, unless it has ended when they are stored. */
  readonly owed: readonly Owed[];
  readonly closesAt = performance.now() + openMs;
  state: "open" | "storing" | "stored" | "abandoned" = "open";
  private readonly hands = new Set<string>();
  private readonly results = new Map<string, Settled>();
  private late: Settled[] = [];

  constructor(read: { position: number; events: number; deliveries: readonly Delivery[]; owed: readonly Owed[] }) {
    this.position = read.position;
    this.events = read.events;
    this.deliveries = read.deliveries;
    this.owed = read.owed;
    for (const { mine, id } of read.deliveries) if (mine) this.hands.add(id);
  }

  get isDone(): boolean {
    return this.hands.size === 0;
  }

  /** It will not be sent from here. */
  letGo(id: string): void {
    if (this.state !== "stored") this.hands.delete(id);
  }

  /** Takes what became of an attempt; false: its delivery is stored already. */
  take(result: Settled): boolean {
    if (this.state === "stored") return false;
    if (this.state === "storing") this.late.push(result);
    else if (this.hands.delete(result.deliveryId)) this.results.set(result.deliveryId, result);
    return true;
  }

  resultOf(id: string): Settled | undefined {
    return this.results.get(id);
  }

  isHeld(id: string): boolean {
    return this.hands.has(id);
  }

  /** It is stored: answers what is still in hands, and what has come of it meanwhile. */
  stored(): { held: Delivery[]; late: readonly Settled[] } {
    this.state = "stored";
    return { held: this.deliveries.filter(({ id }) => this.hands.has(id)), late: this.late };
  }
}
