// SQL because it is on the way of each turn of a bot.
import type { FulfillmentWait } from "#server/db/generated/client.ts";
import { execute, json, row, sql } from "#server/db/sql.ts";

type Key = Pick<FulfillmentWait, "companyId" | "conversationId">;

export function findWait({ companyId, conversationId }: Key) {
  return row<Pick<FulfillmentWait, "seq" | "startedAt">>(sql`
    select "seq", "startedAt" from fulfillment_waits
    where "companyId" = ${companyId} and "conversationId" = ${conversationId}`);
}

export async function writeWait(wait: FulfillmentWait): Promise<void> {
  await execute(sql`
    insert into fulfillment_waits ("companyId", "conversationId", "chatbotId", "seq", "calls", "request", "startedAt",
      "heldBy")
    values (${wait.companyId}, ${wait.conversationId}, ${wait.chatbotId}, ${wait.seq}, ${json(wait.calls)},
      ${json(wait.request)}, ${wait.startedAt}, ${wait.heldBy})
    on conflict ("companyId", "conversationId") do update set "chatbotId" = excluded."chatbotId",
      "seq" = excluded."seq", "calls" = excluded."calls", "request" = excluded."request",
      "startedAt" = excluded."startedAt", "heldBy" = excluded."heldBy"`);
}

export async function deleteWait({ companyId, conversationId }: Key): Promise<void> {
  await execute(sql`
    delete from fulfillment_waits where "companyId" = ${companyId} and "conversationId" = ${conversationId}`);
}
