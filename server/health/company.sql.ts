// SQL because it looks over the newest conversations and counts deliveries.
import type { z } from "zod";
import type { problemSchema } from "#server/channels/connection/problem-schema.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Channel } from "#server/db/generated/client.ts";
import { row, rows, sql } from "#server/db/sql.ts";

type ChannelHealth = Pick<Channel, "id" | "label" | "type" | "connected" | "lastInboundAt"> & {
  problem: z.input<typeof problemSchema> | null;
};

/** When the last message arrived on each channel, as far as the newest 2,000 conversations and the platform show. */
export function channelsOf(actor: Actor): Promise<ChannelHealth[]> {
  return rows<ChannelHealth>(sql`
    with newest as materialized (
      select a."conversationId" from conversation_activity a where a."companyId" = ${actor.companyId}
      order by a."lastMessageAt" desc nulls last, a."conversationId" desc limit 2000
    ), heard as (
      select c."channelId", max(c."lastVisitorMessageAt") as "at" from newest n
      join conversations c on c."companyId" = ${actor.companyId} and c."id" = n."conversationId" group by 1
    )
    select ch."id", ch."label", ch."type", ch."connected", greatest(ch."lastInboundAt", h."at") as "lastInboundAt",
      nullif(ch."health"->'problem', 'null') as "problem"
    from channels ch left join heard h on h."channelId" = ch."id"
    where ch."companyId" = ${actor.companyId} and ch."deletedAt" is null order by ch."createdAt", ch."id"`);
}

type WebhookQueue = { ageMs: number | null; waiting: number; failed: number };

/** The company's deliveries that are due and not claimed, and those given up in the last day. */
export async function webhookQueueOf(actor: Actor): Promise<WebhookQueue> {
  // Claiming a delivery moves its due time on.
  const due = await row<{ ageMs: number | null; waiting: number }>(sql`
    select (extract(epoch from now() - min("dueAt")) * 1000)::float8 as "ageMs", count(*) as "waiting"
    from webhook_deliveries where "companyId" = ${actor.companyId} and "status" = 'pending' and "dueAt" <= now()`);
  const given = await row<{ failed: number }>(sql`
    select count(*) as "failed" from webhook_deliveries
    where "companyId" = ${actor.companyId} and "status" = 'failed' and "createdAt" > now() - interval '24 hours'`);
  return { ageMs: due?.ageMs ?? null, waiting: due?.waiting ?? 0, failed: given?.failed ?? 0 };
}
