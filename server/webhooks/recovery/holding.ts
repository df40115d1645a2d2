import { day, minute } from "#server/base/clock.ts";
import type { Actor } from "#server/core/actor.ts";
import { newestSeq, seqBefore } from "#server/core/events/feed.sql.ts";
import type { WebhookRow } from "../access.ts";
import { oweFailed, seqBeforeWaiting, seqOfRecovery } from "./holding.sql.ts";
import { keptSince } from "./keeping.ts";
import { beginRecovery, closeRecovery } from "./recovering.ts";

/** So long events are held while a webhook is paused. */
export const heldMs = 7 * day;
/** The queue may not have read the last moments before a pause. */
const slackMs = minute;

/** What a webhook keeps of being paused or going on: since when, and from which event on it is owed what happens. */
export async function activityOf(actor: Actor, before: WebhookRow, after: WebhookRow, now: Date) {
  if (after.isActive) return { pausedAt: null, heldAfterSeq: null, heldToldAt: null };
  const { companyId } = actor;
  const key = { companyId, webhookId: before.id };
  const recovering = await seqOfRecovery(key);
  if (after.holdWhilePaused) await oweFailed(key);
  await closeRecovery(actor, before.id, "cancelled", now);
  const paused = { pausedAt: now, recoveryId: null };
  if (!after.holdWhilePaused) return { ...paused, heldAfterSeq: null };
  const recent = await seqBefore(companyId, new Date(now.getTime() - slackMs));
  const waiting = await seqBeforeWaiting(key);
  return { ...paused, heldAfterSeq: Math.min(recent, waiting ?? recent, recovering ?? recent) };
}

/** What it holds from now on, where that changes while it is paused: nothing of what has happened so far. */
export async function holdingFrom(actor: Actor, before: WebhookRow, after: WebhookRow) {
  if (after.isActive || after.holdWhilePaused === before.holdWhilePaused) return {};
  return { heldAfterSeq: after.holdWhilePaused ? await newestSeq(actor.companyId) : null };
}

/** It goes on: what was held for it is sent in its order, and what happens from now on behind it. */
export async function sendHeld(actor: Actor, webhook: WebhookRow, now: Date): Promise<void> {
  const { heldAfterSeq, holdWhilePaused, pausedAt } = webhook;
  if (heldAfterSeq === null || !holdWhilePaused) return;
  const oldest = await seqBefore(actor.companyId, new Date(now.getTime() - heldMs));
  // What came before the pause may have arrived, and nothing be kept of it; during the pause nothing arrived.
  const paused = (pausedAt ?? now).getTime() - slackMs;
  const known = await seqBefore(actor.companyId, new Date(Math.min(paused, (await keptSince(actor, now)).getTime())));
  const afterSeq = Math.max(Number(heldAfterSeq), oldest, known);
  // Also where nothing has its place yet: what has just happened may have none. All of it is owed: where the receiver is down again, it goes into the queue.
  await beginRecovery(actor, webhook, { afterSeq, held: true }, now);
}
