import { second } from "#server/base/clock.ts";
import { noteTold } from "#server/campaigns/row.sql.ts";
import { noteOptOut } from "#server/contacts/opting-out.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { personOf } from "../targeting.ts";
import { type Answered, answerMessages, type Move, type Moving, moveMessages } from "./moves.sql.ts";
import type { TemplateMessageRow } from "./template-messages.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** Screens get a campaign's changes a few times a second at most; a tick sends what was left out. */
const tellMs = 0.4 * second;

const rank = { pending: 0, enqueued: 1, sent: 2, delivered: 3, read: 4 };

/**
 * From which states a status is accepted (J10): only forward; `failed` not after delivery, a late delivery after
 * `failed`.
 */
export function movableFrom(to: Move["status"]): string[] {
  if (to === "failed") return ["enqueued", "sent"];
  const below = Object.entries(rank).flatMap(([name, height]) => (height < rank[to] ? [name] : []));
  return to === "sent" ? below : [...below, "failed"];
}

/** Moves the template messages that a status is about; returns those that moved. */
export async function moveTemplateMessages(context: Context, which: Moving, move: Move): Promise<TemplateMessageRow[]> {
  const { actor, now } = context;
  const moved = await moveMessages(actor.companyId, which, move, { from: movableFrom(move.status), now });
  await emitAllChanged(context, moved);
  return moved;
}

/** What the platform says of template messages; who has stopped marketing there gets no more of it. */
export async function applyStatus(context: Context, which: Moving, move: Move): Promise<void> {
  const moved = await moveTemplateMessages(context, which, move);
  if (move.code !== "131050") return;
  for (const message of moved) await noteOptOut(context, personOf(message), true, "platform", move.at);
}

async function emitAllChanged(context: Context, messages: readonly Pick<TemplateMessageRow, "campaignId">[]) {
  for (const campaignId of new Set(messages.map((message) => message.campaignId))) {
    if (campaignId) await emitCampaignChanged(context, campaignId);
  }
}

/** Announces a campaign's counters, unless that was done just now. */
export async function emitCampaignChanged({ actor, now, emit }: Context, campaignId: string): Promise<void> {
  const before = new Date(now.getTime() - tellMs);
  const told = await noteTold(actor.companyId, campaignId, before, now);
  for (const { channelId } of told) emit({ type: "campaign/changed", channelId, data: { id: campaignId } });
}

/** Notes a reply within 24 hours, once per template message. */
export async function markAnswered(context: Context, by: Answered, at: Date): Promise<void> {
  await emitAllChanged(context, await answerMessages(context.actor.companyId, by, at, context.now));
}
