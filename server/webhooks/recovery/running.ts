import { log } from "#server/base/log.ts";
import { systemActor } from "#server/core/actor.ts";
import { every } from "#server/db/outside.ts";
import { wants } from "../delivery/filling.ts";
import { batchSize, countMissed, type PassedEvent, readMissed } from "../delivery/source.ts";
import { readSubscription } from "../delivery/subscription-cache.ts";
import type { Subscription } from "../delivery/subscriptions.ts";
import { endRecovery, noteRecovery } from "./noting.ts";
import { Sender } from "./sending.ts";
import { deliver, failRecovering, handBack, holdRecovery, type Recovery, takeRecovery } from "./store.ts";

const lookMs = 1000;
const renewMs = 8000;
/** Recoveries at once in this process. */
const atOnce = 2;
/** More are not counted. */
const mostCounted = 1_000_000;

/** Sends what webhooks have missed, in this process, until stopped. Several processes share the work. */
export class Recoverer {
  private readonly delayMs: (retry: number) => number;
  private readonly running = new Map<string, Promise<void>>();
  private readonly recoveries = new Map<string, Recovery>();
  private readonly cut = new Set<string>();
  private timers: NodeJS.Timeout[] = [];
  private looking: Promise<void> | undefined;
  private stopped = false;

  constructor(delayMs: (retry: number) => number) {
    this.delayMs = delayMs;
  }

  start(): void {
    this.timers = [every(() => this.look(), lookMs), every(() => this.renew(), renewMs)];
  }

  async stop(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers) clearInterval(timer);
    await this.looking;
    await Promise.all(this.running.values());
  }

  /** Something has changed in the company: a webhook that was paused or deleted gets nothing more. */
  hear(companyId: string): void {
    for (const { id, webhookId } of [...this.recoveries.values()].filter((one) => one.companyId === companyId)) {
      readSubscription(companyId, webhookId)
        .then((found) => {
          if (found?.recoveryId !== id) this.cut.add(id);
        })
        .catch((error: unknown) => log.warn({ error, webhookId }, "a webhook under recovery could not be read"));
    }
  }

  private look(): void {
    if (this.stopped || this.looking || this.running.size >= atOnce) return;
    this.looking = takeRecovery()
      .then((recovery) => {
        if (recovery) this.begin(recovery);
      })
      .catch((error: unknown) => log.warn({ error }, "recoveries of webhooks could not be looked for"))
      .finally(() => {
        this.looking = undefined;
      });
  }

  private begin(recovery: Recovery): void {
    const { id, webhookId } = recovery;
    this.recoveries.set(id, recovery);
    const run = this.run(recovery)
      .catch((error: unknown) => log.warn({ error, webhookId }, "a recovery stopped; it goes on when its lease ends"))
      .finally(() => {
        this.running.delete(id);
        this.recoveries.delete(id);
        this.cut.delete(id);
      });
    this.running.set(id, run);
  }

  private renew(): void {
    for (const recovery of this.recoveries.values()) {
      holdRecovery(recovery).catch((error: unknown) => log.warn({ error }, "a recovery could not be held"));
    }
  }

  private async run(recovery: Recovery): Promise<void> {
    const sender = new Sender(this.delayMs, () => this.stopped || this.cut.has(recovery.id));
    const actor = systemActor(recovery.companyId);
    for (;;) {
      const subscription = await readSubscription(recovery.companyId, recovery.webhookId);
      if (subscription?.recoveryId !== recovery.id) return this.end(recovery, subscription ? "done" : "cancelled");
      recovery.total ??= await countMissed(passedOf(recovery, subscription), mostCounted);
      const events = await readMissed(passedOf(recovery, subscription));
      if (events.length === 0) {
        if (await this.handBack(recovery, subscription)) return this.end(recovery, "done");
        continue;
      }
      const wanted = events.filter((event) => wants(event, subscription));
      const { done, failed, down } = await sender.send(await deliver(wanted, subscription, "recovering"), subscription);
      recovery.done += done;
      recovery.failed += failed;
      if (this.stopped) return holdRecovery(recovery, 0);
      if (!down && !this.cut.has(recovery.id)) recovery.afterSeq = events.at(-1)?.seq ?? recovery.afterSeq;
      const { open } = await noteRecovery.execute(actor, progressOf(recovery));
      if (down || !open) return this.giveUp(recovery, subscription, open);
    }
  }

  /** The queue may go on with the webhook, once nothing is left that it has passed. */
  private handBack(recovery: Recovery, subscription: Subscription): Promise<boolean> {
    return handBack(recovery, async () => (await readMissed(passedOf(recovery, subscription))).length === 0);
  }

  /** The receiver is down again, or somebody has cancelled it: what came meanwhile goes the usual way. */
  private async giveUp(recovery: Recovery, subscription: Subscription, open: boolean): Promise<void> {
    const given = { ...recovery };
    const current = await readSubscription(recovery.companyId, recovery.webhookId);
    if (current?.recoveryId !== recovery.id) return this.end(recovery, "cancelled");
    recovery.afterSeq = Math.max(recovery.afterSeq, recovery.keptAfter);
    for (;;) {
      const events = await readMissed(passedOf(recovery, subscription));
      await this.queue(events, subscription);
      recovery.afterSeq = events.at(-1)?.seq ?? recovery.afterSeq;
      if (events.length < batchSize && (await this.handBack(recovery, subscription))) break;
    }
    await failRecovering(given);
    // What it has not sent did not get through either.
    if (open) recovery.failed = Math.max(recovery.failed, (recovery.total ?? 0) - recovery.done);
    await this.end(recovery, open ? "done" : "cancelled");
  }

  private async queue(events: readonly PassedEvent[], subscription: Subscription): Promise<void> {
    const wanted = events.filter((event) => wants(event, subscription));
    await deliver(wanted, subscription, "pending");
  }

  private async end(recovery: Recovery, status: "done" | "cancelled"): Promise<void> {
    await endRecovery.execute(systemActor(recovery.companyId), { ...progressOf(recovery), status });
  }
}

function passedOf({ companyId, webhookId, afterSeq }: Recovery, { events }: Subscription) {
  return { companyId, webhookId, afterSeq, types: [...events] };
}

function progressOf({ id, webhookId, afterSeq, done, failed, total }: Recovery) {
  return { recoveryId: id, webhookId, afterSeq, done, failed, total: Math.max(total ?? 0, done + failed) };
}
