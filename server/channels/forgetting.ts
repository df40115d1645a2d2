import { z } from "zod";
import { command } from "#server/core/operation.ts";
import { execute, sql } from "#server/db/sql.ts";

type Visitor = { companyId: string; channelId: string; visitorId: string };

/**
 * Deletes what the channel knows of a platform's user with their last conversation. An opt-out stays, with the number
 * or id alone: without it the next campaign would write to them again.
 */
export async function forgetIdentity(_: unknown, { companyId, channelId, visitorId }: Visitor): Promise<void> {
  const own = sql`"companyId" = ${companyId} and "channelId" = ${channelId} and "visitorId" = ${visitorId}`;
  await execute(sql`delete from channel_identities where ${own} and "optedOutAt" is null`);
  await execute(sql`update channel_identities set "name" = '', "username" = '' where ${own}`);
}

/** Small enough that no row stays locked for long. */
const batchSize = 200;

/** Empties the processed payloads in which a platform's webhooks named a person. Returns whether there may be more. */
export const forgetPayloads = command({
  name: "channels.forgetPayloads",
  access: "system",
  input: z.object({ channelId: z.uuid(), platformId: z.string().min(5) }),
  output: z.object({ more: z.boolean() }),
  example: (given) => ({ channelId: given.emptyPhaseId ?? "", platformId: "5491155550000" }),
  async run({ actor, input: { channelId, platformId } }) {
    const emptied = await execute(sql`
      update inbound_payloads set "body" = '{}', "headers" = '{}' where "companyId" = ${actor.companyId} and "id" = any(array(
        select "id" from inbound_payloads where "companyId" = ${actor.companyId} and "channelId" = ${channelId}
          and "status" in ('processed', 'ignored') and strpos("body", ${platformId}) > 0 limit ${batchSize}))`);
    return { more: emptied === batchSize };
  },
});
