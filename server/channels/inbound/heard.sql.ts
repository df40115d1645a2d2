// SQL because each message that comes in writes it, and a probe must not be ordered.
import type { ChannelIdentity } from "#server/db/generated/client.ts";
import { execute, row, sql } from "#server/db/sql.ts";

export async function isLiving(companyId: string, channelId: string): Promise<boolean> {
  const channel = await row(sql`
    select 1 from channels where "companyId" = ${companyId} and "id" = ${channelId} and "deletedAt" is null`);
  return channel !== undefined;
}

type Key = Pick<ChannelIdentity, "companyId" | "id" | "channelId">;

/** Somebody has written; of the channel that is noted every ten seconds at most. */
export async function noteHeard({ companyId, id, channelId }: Key, at: Date, now: Date): Promise<void> {
  await execute(sql`
    update channel_identities set "lastInboundAt" = greatest("lastInboundAt", ${at}), "unreachable" = null
    where "companyId" = ${companyId} and "id" = ${id}`);
  await execute(sql`
    update channels set "lastInboundAt" = ${now} where "companyId" = ${companyId} and "id" = ${channelId}
      and ("lastInboundAt" is null or "lastInboundAt" < ${now}::timestamptz - interval '10 seconds')`);
}
