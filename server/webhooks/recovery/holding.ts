import { day, minute } from "#server/base/clock.ts";
import type { Actor } from "#server/core/actor.ts";
import { newestSeq, seqBefore } from "#server/core/events/feed.sql.ts";
import type { WebhookRow } from "../access.ts";
import { seqBeforeWaiting, seqOfRecovery } from "./holding.sql.ts";
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
  await closeRecovery(actor, before.id, "cancelled", now);
  const paused = { pausedAt: now, recoveryId: null };
  if (!after.holdWhilePaused) return { ...paused, heldAfterSeq: null };
  const recent = await seqBefore(companyId, new Date(now.getTime() - slackMs));
  const waiting = await seqBeforeWaiting(key);
  return { ...paused, heldAfterSeq: Math.min(recent, waiting ?? recent, recovering ?? recent) };
}

/** It goes on: what was held for it is sent in its order, and what happens from now on behind it. */
export async function sendHeld(actor: Actor, webhook: WebhookRow, now: Date): Promise<void> {
  const { heldAfterSeq, holdWhilePaused } = webhook;
  if (heldAfterSeq === null || !holdWhilePaused) return;
  const oldest = await seqBefore(actor.companyId, new Date(now.getTime() - heldMs));
  const afterSeq = Math.max(Number(heldAfterSeq), oldest);
  if (afterSeq >= (await newestSeq(actor.companyId))) return;
  // All of it is owed: where the receiver is down again, it goes into the queue.
  await beginRecovery(actor, webhook, { afterSeq, keptAfter: afterSeq }, now);
}
