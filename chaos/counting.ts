import { setTimeout as sleep } from "node:timers/promises";

const calls = 5;
const minuteMs = 60_000;
const enoughMs = 5000;

/** A program whose requests reach both processes: they count its limit together. */
export class Counter {
  private readonly bases: readonly [string, string];
  private readonly token: string;

  constructor(bases: readonly [string, string], token: string) {
    this.bases = bases;
    this.token = token;
  }

  private async left(base: string): Promise<number> {
    const headers = { authorization: `Bearer ${this.token}` };
    const answer = await fetch(`${base}/v1/tags`, { headers, signal: AbortSignal.timeout(10_000) });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`a counted request was answered ${answer.status}`);
    return Number(answer.headers.get("x-ratelimit-remaining"));
  }

  /** What one process counts must be seen by the other within the second, all of it within one minute. */
  async faults(): Promise<string[]> {
    const [near, far] = this.bases;
    const rest = minuteMs - (Date.now() % minuteMs);
    if (rest < enoughMs) await sleep(rest + 100);
    // Each hears of the other after a request of its own.
    for (const base of this.bases) await this.left(base);
    await sleep(500);
    const before = await this.left(far);
    for (let call = 0; call < calls; call += 1) await this.left(near);
    await sleep(500);
    await this.left(far);
    await sleep(500);
    const seen = before - (await this.left(far));
    const wanted = calls + 2;
    return seen >= wanted ? [] : [`of ${wanted} requests to both processes one of them counts ${seen}`];
  }
}
