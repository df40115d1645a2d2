import { setTimeout as sleep } from "node:timers/promises";
import { log } from "#server/base/log.ts";
import { systemActor } from "#server/core/actor.ts";
import { every } from "#server/db/outside.ts";
import { wants } from "../delivery/filling.ts";
import { batchSize, countMissed, type Passed, type PassedEvent, readMissed } from "../delivery/source.ts";
import { readSubscription } from "../delivery/subscription-cache.ts";
import type { Subscription } from "../delivery/subscriptions.ts";
import { endRecovery, noteRecovery } from "./noting.ts";
import { Sender, type Tally } from "./sending.ts";
import { deliver, failRecovering, handBack, holdRecovery, type Recovery, takeRecovery } from "./store.ts";

const lookMs = 1000;
const renewMs = 8000;
const noteMs = 1000;
/** Until the queue has passed what came before a recovery. */
const againMs = 50;
/** Recoveries at once in this process, and of one company: nearly all they do is wait. */
const atOnce = 32;
const perCompany = 4;
/** More are not counted. */
const mostCounted = 1_000_000;

/** Sends what webhooks have missed, in this process, until stopped. Several processes share the work. */
export class Recoverer {
  private readonly firstMs: number;
  private readonly running = new Map<string, Promise<void>>();
  private readonly recoveries = new Map<string, Recovery>();
  private readonly cut = new Set<string>();
  /** Given back: no longer renewed. */
  private readonly left = new WeakSet<Recovery>();
  private timers: NodeJS.Timeout[] = [];
  private looking: Promise<void> | undefined;
  private stopped = false;

  /** `firstMs`: what the plans of webhooks call a second. */
  constructor(firstMs: number) {
    this.firstMs = firstMs;
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
    this.looking = this.take()
      .catch((error: unknown) => log.warn({ error }, "recoveries of webhooks could not be looked for"))
      .finally(() => {
        this.looking = undefined;
      });
  }

  private async take(): Promise<void> {
    while (!this.stopped && this.running.size < atOnce) {
      const busy = Map.groupBy(this.recoveries.values(), ({ companyId }) => companyId);
      const recovery = await takeRecovery([...busy.keys()].filter((companyId) => this.isFull(companyId)));
      if (!recovery) return;
      this.begin(recovery);
    }
  }

  private isFull(companyId: string): boolean {
    return [...this.recoveries.values()].filter((one) => one.companyId === companyId).length >= perCompany;
  }

  private begin(recovery: Recovery): void {
    const { id, webhookId } = recovery;
    // One that was cut by a pause may have a call under way: what is sent now comes behind it.
    const before = [...this.recoveries.values()].filter((one) => one.webhookId === webhookId);
    const over = Promise.all(before.map((one) => this.running.get(one.id)));
    this.recoveries.set(id, recovery);
    const run = over
      .then(() => this.run(recovery))
      .catch((error: unknown) => log.warn({ error, webhookId }, "a recovery stopped; it goes on when its lease ends"))
      .finally(() => {
        // Given back, it may have been taken anew by now.
        if (this.running.get(id) === run) {
          this.running.delete(id);
          this.recoveries.delete(id);
          this.cut.delete(id);
        }
        this.look();
      });
    this.running.set(id, run);
  }

  private renew(): void {
    for (const recovery of this.recoveries.values()) {
      if (this.left.has(recovery)) continue;
      holdRecovery(recovery).catch((error: unknown) => log.warn({ error }, "a recovery could not be held"));
    }
  }

  private async run(recovery: Recovery): Promise<void> {
    const sender = new Sender(this.firstMs, () => this.stopped || this.cut.has(recovery.id));
    const actor = systemActor(recovery.companyId);
    for (;;) {
      if (this.stopped) return this.leave(recovery, 0);
      const subscription = await readSubscription(recovery.companyId, recovery.webhookId);
      if (subscription?.recoveryId !== recovery.id) return this.end(recovery, subscription ? "done" : "cancelled");
      recovery.total ??= await countMissed(missedOf(recovery, subscription), mostCounted);
      const events = await readMissed(missedOf(recovery, subscription));
      if (events.length === 0) {
        if (await this.handBack(recovery, missedOf(recovery, subscription))) return this.end(recovery, "done");
        continue;
      }
      const wanted = events.filter((event) => wants(event, subscription));
      const turn = wanted.slice(0, sender.fits(subscription));
      const last = turn.length < wanted.length ? turn.at(-1) : events.at(-1);
      const { done, failed, down } = await this.send(recovery, sender, turn, subscription);
      recovery.done += done;
      recovery.failed += failed;
      if (this.stopped) return this.leave(recovery, 0);
      if (!down && !this.cut.has(recovery.id)) recovery.afterSeq = last?.seq ?? recovery.afterSeq;
      const { open } = await noteRecovery.execute(actor, progressOf(recovery));
      if (down || !open) return this.giveUp(recovery, subscription, open);
      const othersWait = this.running.size >= atOnce || this.isFull(recovery.companyId);
      if (othersWait && sender.isWell) return this.leave(recovery, sender.waitSeconds);
    }
  }

  private leave(recovery: Recovery, seconds: number): Promise<void> {
    this.left.add(recovery);
    return holdRecovery(recovery, seconds);
  }

  /** Says meanwhile how far it is, and stops where its job was cancelled. */
  private async send(
    recovery: Recovery,
    sender: Sender,
    events: readonly PassedEvent[],
    subscription: Subscription,
  ): Promise<Tally> {
    const missed = await deliver(events, subscription, "recovering");
    let noting: Promise<void> | undefined;
    const note = async () => {
      const { done, failed } = sender.tally;
      const sofar = { ...recovery, done: recovery.done + done, failed: recovery.failed + failed };
      const { open } = await noteRecovery.execute(systemActor(recovery.companyId), progressOf(sofar));
      if (!open) this.cut.add(recovery.id);
    };
    const timer = every(() => {
      noting ??= note()
        .catch((error: unknown) => log.warn({ error }, "the progress of a recovery could not be noted"))
        .finally(() => {
          noting = undefined;
        });
    }, noteMs);
    try {
      return await sender.send(missed, subscription);
    } finally {
      clearInterval(timer);
      // What is noted next must not be overtaken.
      await noting;
    }
  }

  /** The queue may go on with the webhook, once nothing is left that it has passed. */
  private async handBack(recovery: Recovery, passed: Passed): Promise<boolean> {
    const done = await handBack(recovery, async () => (await readMissed(passed)).length === 0);
    if (!done) await sleep(againMs);
    return done;
  }

  /**
   * The receiver is down again, or somebody has cancelled it: what came meanwhile goes the usual way, and where the
   * receiver is down also what was held. What has failed here has had its attempts, and what waits is queued already.
   */
  private async giveUp(recovery: Recovery, subscription: Subscription, open: boolean): Promise<void> {
    const given = { ...recovery };
    const current = await readSubscription(recovery.companyId, recovery.webhookId);
    if (current?.recoveryId !== recovery.id) return this.end(recovery, "cancelled");
    if (!open || !recovery.held) recovery.afterSeq = Math.max(recovery.afterSeq, recovery.keptAfter);
    for (;;) {
      if (this.stopped) return this.leave(recovery, 0);
      const passed = { ...missedOf(recovery, subscription), failed: false, waiting: false };
      const events = await readMissed(passed);
      await this.queue(events, subscription);
      recovery.afterSeq = events.at(-1)?.seq ?? recovery.afterSeq;
      passed.afterSeq = recovery.afterSeq;
      if (events.length < batchSize && (await this.handBack(recovery, passed))) break;
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

function missedOf({ companyId, webhookId, afterSeq, held }: Recovery, { events }: Subscription): Passed {
  return { companyId, webhookId, afterSeq, types: [...events], failed: !held, waiting: true };
}

function progressOf({ id, webhookId, afterSeq, done, failed, total }: Recovery) {
  return { recoveryId: id, webhookId, afterSeq, done, failed, total: Math.max(total ?? 0, done + failed) };
}
