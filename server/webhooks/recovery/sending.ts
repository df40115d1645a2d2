import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "#server/base/ids.ts";
import { post, shownHeaders } from "../delivery/posting.ts";
import { nextDelayMs } from "../delivery/results.ts";
import { type Settled, settle } from "../delivery/settling.ts";
import type { Subscription } from "../delivery/subscriptions.ts";
import { Pace } from "./pacing.ts";
import { giveBack, type Missed } from "./store.ts";

/** Chains that are sent beside one another. */
const parallel = 8;
/** So many calls a second at most of one webhook, and of all in this process, so that live deliveries are not slowed. */
const mostPerSecond = 200;
const mostOfAll = 400;
/** Retries of one delivery before the next one of its chain is sent, and the longest wait for one; the queue makes others. */
const retries = 5;
const longestWaitSeconds = 20;
/** So many in a row that did not get through in spite of their retries: the receiver is down again. */
const downAfter = 3;
const largestFlush = 100;
/** What is taken at once is sent in about this time. */
const turnMs = 2000;
/** Each answer counts for so much of what an answer is expected to take. */
const weight = 1 / 8;
/** Whoever waits looks this often whether it has ended. */
const lookMs = 200;

const all = new Pace();

/** `failed`: did not get through, whether the queue goes on with it or not. */
export type Tally = { done: number; failed: number; down: boolean };

/** Sends missed deliveries of one webhook: those of a conversation one after the other, in their order. */
export class Sender {
  private readonly firstMs: number;
  private readonly isStopped: () => boolean;
  private readonly pace = new Pace();
  private failedInRow = 0;
  private tookMs = 100;
  private settled: Settled[] = [];
  private flushing = Promise.resolve();
  /** Of what is being sent. */
  tally: Tally = { done: 0, failed: 0, down: false };

  /** `firstMs`: what the plans of webhooks call a second. */
  constructor(firstMs: number, isStopped: () => boolean) {
    this.firstMs = firstMs;
    this.isStopped = isStopped;
  }

  /** Whether the last one got through: who sends on later need not know of failures. */
  get isWell(): boolean {
    return this.failedInRow === 0;
  }

  /** Seconds until its webhook takes the next call. */
  get waitSeconds(): number {
    return this.pace.waits / 1000;
  }

  /** How many it sends in a turn, so that others come to theirs. */
  fits({ callsPerSecond }: Subscription): number {
    const perSecond = Math.min(callsPerSecond ?? mostPerSecond, mostPerSecond, (parallel * 1000) / this.tookMs);
    return Math.max(1, Math.round((perSecond * turnMs) / 1000));
  }

  private get ends(): boolean {
    return this.isStopped() || this.failedInRow >= downAfter;
  }

  async send(missed: readonly Missed[], subscription: Subscription): Promise<Tally> {
    this.tally = { done: 0, failed: 0, down: false };
    const left = new Set(missed);
    const chains = [...Map.groupBy(missed, ({ chain }) => chain).values()];
    const work = async () => {
      for (let chain = chains.shift(); chain && !this.ends; chain = chains.shift()) {
        for (const one of chain) {
          if (this.ends) return;
          const ended = await this.sendOne(one, subscription);
          if (!ended) continue;
          left.delete(one);
          this.tally[ended] += 1;
        }
      }
    };
    await Promise.all(Array.from({ length: parallel }, work));
    await this.flush();
    await giveBack([...left]);
    return { ...this.tally, down: this.failedInRow >= downAfter };
  }

  /** All attempts of one that are made here; undefined where it was broken off. */
  private async sendOne(missed: Missed, subscription: Subscription): Promise<"done" | "failed" | undefined> {
    for (let retry = 1; ; retry += 1) {
      await this.turn(subscription.callsPerSecond);
      if (this.ends) return undefined;
      const outcome = await post(subscription, missed);
      const { success, retryable, statusCode, responseBody, errorMessage, durationMs, startedAt } = outcome;
      this.tookMs += (Math.max(1, durationMs) - this.tookMs) * weight;
      const wait = success || !retryable ? undefined : nextDelayMs(subscription, retry, this.firstMs);
      const again = wait !== undefined && retry <= retries && wait <= longestWaitSeconds * this.firstMs;
      const open = again ? "recovering" : wait !== undefined ? "pending" : "failed";
      await this.note({
        companyId: missed.companyId,
        deliveryId: missed.id,
        webhookId: missed.webhookId,
        event: missed.event,
        status: success ? "succeeded" : open,
        attempt: missed.attempt + retry,
        delayMs: again ? 0 : (wait ?? 0),
        logged: true,
        logId: newId(),
        url: subscription.url,
        requestHeaders: shownHeaders(subscription, missed),
        statusCode,
        responseBody,
        errorMessage,
        success,
        durationMs,
        startedAt,
      });
      if (!again) {
        this.failedInRow = success || !retryable ? 0 : this.failedInRow + 1;
        return success ? "done" : "failed";
      }
      // One statement takes one result of each delivery.
      await this.flush();
      await this.pause(wait);
      if (this.ends) return undefined;
    }
  }

  /** Waits until the next call may begin. */
  private async turn(limit: number | null): Promise<void> {
    const own = this.pace.take(Math.min(mostPerSecond, limit ?? mostPerSecond), limit !== null);
    const at = Math.max(own, all.take(mostOfAll, false));
    await this.pause(at - performance.now());
  }

  private async pause(ms: number): Promise<void> {
    const until = performance.now() + ms;
    for (let left = ms; left > 1 && !this.ends; left = until - performance.now()) await sleep(Math.min(left, lookMs));
  }

  private async note(result: Settled): Promise<void> {
    this.settled.push(result);
    if (this.settled.length >= largestFlush) await this.flush();
  }

  private flush(): Promise<void> {
    this.flushing = this.flushing.then(async () => {
      const batch = this.settled;
      this.settled = [];
      if (batch.length > 0) await settle(batch);
    });
    return this.flushing;
  }
}
