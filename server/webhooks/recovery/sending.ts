import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "#server/base/ids.ts";
import { post, shownHeaders } from "../delivery/posting.ts";
import { type Settled, settle } from "../delivery/settling.ts";
import type { Subscription } from "../delivery/subscriptions.ts";
import type { Missed } from "./store.ts";

/** Chains that are sent beside one another. */
const parallel = 8;
/** So many calls a second at most, so that live deliveries of others are not slowed. */
const mostPerSecond = 200;
/** Retries of one delivery before the next one of its chain is sent. */
const retries = 5;
/** So many in a row that did not get through in spite of their retries: the receiver is down again. */
const downAfter = 3;
const largestFlush = 100;

export type Tally = { done: number; failed: number; down: boolean };

/** Sends missed deliveries of one webhook: those of a conversation one after the other, in their order. */
export class Sender {
  private readonly delayMs: (retry: number) => number;
  private readonly isStopped: () => boolean;
  private nextAt = 0;
  private unheard = 0;
  private settled: Settled[] = [];

  constructor(delayMs: (retry: number) => number, isStopped: () => boolean) {
    this.delayMs = delayMs;
    this.isStopped = isStopped;
  }

  private get ends(): boolean {
    return this.isStopped() || this.unheard >= downAfter;
  }

  async send(missed: readonly Missed[], subscription: Subscription): Promise<Tally> {
    const tally: Tally = { done: 0, failed: 0, down: false };
    const chains = [...Map.groupBy(missed, ({ chain }) => chain).values()];
    const work = async () => {
      for (let chain = chains.shift(); chain && !this.ends; chain = chains.shift()) {
        for (const one of chain) {
          if (this.ends) return;
          const ended = await this.sendOne(one, subscription);
          if (ended) tally[ended] += 1;
        }
      }
    };
    await Promise.all(Array.from({ length: parallel }, work));
    await this.flush();
    return { ...tally, down: this.unheard >= downAfter };
  }

  /** All attempts of one; undefined where it was broken off. */
  private async sendOne(missed: Missed, subscription: Subscription): Promise<"done" | "failed" | undefined> {
    for (let retry = 1; ; retry += 1) {
      await this.turn(subscription.callsPerSecond);
      const outcome = await post(subscription, missed);
      const { success, retryable, statusCode, responseBody, errorMessage, durationMs, startedAt } = outcome;
      const again = !success && retryable && retry <= retries;
      await this.note({
        ...{ companyId: missed.companyId, deliveryId: missed.id, webhookId: missed.webhookId, event: missed.event },
        ...{ status: success ? "succeeded" : again ? "recovering" : "failed", attempt: missed.attempt + retry },
        ...{ delayMs: 0, logged: true, logId: newId(), url: subscription.url },
        ...{ requestHeaders: shownHeaders(subscription, missed), statusCode, responseBody, errorMessage },
        ...{ success, durationMs, startedAt },
      });
      if (!again) {
        this.unheard = success || !retryable ? 0 : this.unheard + 1;
        return success ? "done" : "failed";
      }
      await sleep(this.delayMs(retry));
      if (this.ends) return undefined;
    }
  }

  /** Waits until the next call may begin. */
  private async turn(limit: number | null): Promise<void> {
    const now = performance.now();
    const spacing = 1000 / Math.min(mostPerSecond, limit ?? mostPerSecond);
    this.nextAt = Math.max(this.nextAt + spacing, now - spacing);
    if (this.nextAt > now + 1) await sleep(this.nextAt - now);
  }

  private async note(result: Settled): Promise<void> {
    this.settled.push(result);
    if (this.settled.length >= largestFlush) await this.flush();
  }

  private async flush(): Promise<void> {
    const batch = this.settled;
    this.settled = [];
    if (batch.length > 0) await settle(batch);
  }
}
