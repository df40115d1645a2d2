/** Spreads calls evenly in time. */
export class Pace {
  private nextAt = 0;

  /** When the next call may begin, at most `perSecond` of them; `strict`: nothing is made up for. */
  take(perSecond: number, strict: boolean): number {
    const spacing = 1000 / perSecond;
    const now = performance.now();
    const at = Math.max(this.nextAt, strict ? now : now - spacing);
    this.nextAt = at + spacing;
    return at;
  }

  /** Milliseconds until the next one would begin. */
  get waits(): number {
    return Math.max(0, this.nextAt - performance.now());
  }
}
