import { second } from "#server/base/clock.ts";
import type { Actor } from "#server/core/actor.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { execute, rows, type Sql, sql } from "#server/db/sql.ts";
import type { TemplateMessageRow } from "./template-messages.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

export type Move = {
  status: "sent" | "delivered" | "read" | "failed";
  at: Date;
  externalId?: string | undefined;
  code?: string | undefined;
  reason?: string | undefined;
};

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

/** Moves the template messages of condition `on` (about the row `e`); returns those that moved. */
export async function moveTemplateMessages(context: Context, on: Sql, move: Move): Promise<TemplateMessageRow[]> {
  const { actor, now } = context;
  const { status, at } = move;
  const failed = status === "failed";
  const reached = (column: "sentAt" | "deliveredAt" | "readAt", from: readonly string[]) =>
    from.includes(status)
      ? sql`coalesce(e.${{ strings: [`"${column}"`], values: [] }}, ${at})`
      : sql`e.${{ strings: [`"${column}"`], values: [] }}`;
  const moved = await rows<TemplateMessageRow>(sql`
    update campaign_messages e set "status" = ${status}, "sendState" = 'done', "updatedAt" = ${now},
      "failureCode" = ${failed ? (move.code ?? "unknown") : null},
      "failureReason" = ${failed ? (move.reason ?? "The message could not be delivered.") : null},
      "externalId" = coalesce(${move.externalId ?? null}, e."externalId"),
      "sentAt" = ${reached("sentAt", ["sent", "delivered", "read"])},
      "deliveredAt" = ${reached("deliveredAt", ["delivered", "read"])}, "readAt" = ${reached("readAt", ["read"])}
    where e."companyId" = ${actor.companyId} and ${on} and e."status" = any(${movableFrom(status)}::text[])
    returning e.*`);
  for (const campaignId of new Set(moved.map((message) => message.campaignId))) {
    if (campaignId) await emitCampaignChanged(context, campaignId);
  }
  return moved;
}

/** Announces a campaign's counters, unless that was done just now. */
export async function emitCampaignChanged({ actor, now, emit }: Context, campaignId: string): Promise<void> {
  const before = new Date(now.getTime() - tellMs);
  const told = await rows<{ channelId: string }>(sql`
    update campaigns set "toldAt" = ${now} where "companyId" = ${actor.companyId} and "id" = ${campaignId}
      and ("toldAt" is null or "toldAt" < ${before}) returning "channelId"`);
  for (const { channelId } of told) emit({ type: "campaign/changed", channelId, data: { id: campaignId } });
}

/** Notes a reply within 24 hours, once per template message. */
export async function markAnswered(context: Context, on: Sql, at: Date): Promise<void> {
  const { actor, now } = context;
  const answered = await rows<TemplateMessageRow>(sql`
    update campaign_messages e set "answeredAt" = ${at}, "updatedAt" = ${now}
    where e."companyId" = ${actor.companyId} and ${on} and e."answeredAt" is null
      and e."claimedAt" >= ${at}::timestamptz - interval '24 hours' and e."status" not in ('pending', 'invalid')
    returning e.*`);
  for (const campaignId of new Set(answered.map((message) => message.campaignId))) {
    if (campaignId) await emitCampaignChanged(context, campaignId);
  }
}

/** The template was used just now; written at most once a minute. */
export async function noteUse(actor: Actor, templateId: string, at: Date): Promise<void> {
  await execute(sql`
    update templates set "lastSentAt" = ${at} where "companyId" = ${actor.companyId} and "id" = ${templateId}
      and ("lastSentAt" is null or "lastSentAt" < ${at}::timestamptz - interval '1 minute')`);
}
