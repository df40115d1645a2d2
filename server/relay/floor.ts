const settled = 60_000;

/**
 * From which ordinal the quick rounds read. The index of unrelayed events keeps dead entries until it is vacuumed;
 * ordinals below the floor are a minute old, and a full round looks there every few seconds for late committers.
 */
export class Floor {
  private current = 0;
  private readonly seen: { at: number; ordinal: number }[] = [];

  value(at: number): number {
    while (this.seen[0] && this.seen[0].at <= at - settled) {
      this.current = Math.max(this.current, this.seen[0].ordinal);
      this.seen.shift();
    }
    return this.current;
  }

  /** The highest ordinal relayed by now. */
  reached(ordinal: number, at: number): void {
    const newest = this.seen.at(-1);
    if (newest && at - newest.at < 1000) newest.ordinal = Math.max(newest.ordinal, ordinal);
    else this.seen.push({ at, ordinal });
  }
}
