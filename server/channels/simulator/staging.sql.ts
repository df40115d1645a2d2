// SQL because a day passes for all that is known of a customer at once.
import type { ChannelIdentity } from "#server/db/generated/client.ts";
import { execute, rows, sql } from "#server/db/sql.ts";

type Thread = { companyId: string; channelId: string; peer: string };

/** Moves a customer's messages 25 hours into the past. Returns who the customer is here. */
export async function moveBack({ companyId, channelId, peer }: Thread) {
  const own = sql`"companyId" = ${companyId} and "channelId" = ${channelId}`;
  await execute(sql`
    update simulator_messages set "createdAt" = "createdAt" - interval '25 hours'
    where ${own} and "peer" = ${peer}`);
  return rows<Pick<ChannelIdentity, "visitorId">>(sql`
    update channel_identities set "lastInboundAt" = "lastInboundAt" - interval '25 hours'
    where ${own} and ("phone" = ${peer} or "userId" = ${peer}) returning "visitorId"`);
}
