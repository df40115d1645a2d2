/** A bucket of tokens that refills: `burst` at once, `perSecond` in the long run. */
export class Bucket {
  private readonly burst: number;
  private readonly perSecond: number;
  private tokens: number;
  private at = performance.now();

  constructor(burst: number, perSecond: number) {
    this.burst = burst;
    this.perSecond = perSecond;
    this.tokens = burst;
  }

  take(now = performance.now()): boolean {
    this.tokens = Math.min(this.burst, this.tokens + ((now - this.at) / 1000) * this.perSecond);
    this.at = now;
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }
}
