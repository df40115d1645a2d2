import { now } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import type { Chatbot, FulfillmentWait } from "#server/db/generated/client.ts";
import { systemPool } from "#server/db/system.ts";
import { continueTurn, isCalling } from "./caller.ts";
import { failedCall, overdueMs } from "./calling.ts";
import { nothingEarlier } from "./schema.ts";
import { callsOf, nobody } from "./waiting.ts";

const batch = 100;

type Overdue = FulfillmentWait & { name: Chatbot["title"] };

/**
 * Turns whose process died while it was calling: they go on without the answer. The endpoint is not called again,
 * because it may have acted on the first call (no retries, I2).
 */
export async function sweepWaits(): Promise<void> {
  const { rows } = await systemPool().query<Overdue>({
    name: "fulfillment_overdue",
    text: `select w.*, b."title" as name from fulfillment_waits w
      join chatbots b on b."companyId" = w."companyId" and b."id" = w."chatbotId"
      where w."startedAt" < $1 or w."heldBy" = ${nobody} order by w."startedAt" limit ${batch}`,
    values: [new Date(now().getTime() - overdueMs)],
  });
  for (const wait of rows) {
    if (isCalling(wait.companyId, { ...wait, calls: callsOf(wait) })) continue;
    await goOnWithout(wait).catch((error: unknown) => {
      log.warn({ error, companyId: wait.companyId }, "a turn could not go on without its fulfillment calls");
    });
    await putBehind(wait);
  }
}

async function goOnWithout(wait: Overdue): Promise<void> {
  const { companyId, conversationId, chatbotId, seq, startedAt } = wait;
  const waited = Math.max(0, now().getTime() - startedAt.getTime());
  const results = callsOf(wait).map((call) =>
    failedCall(call, "interrupted", "The call was cut off on our side.", waited),
  );
  const chatbot = { id: chatbotId, name: wait.name };
  // What the dead process had heard before went with it, and there is no time for further calls.
  const over = { until: startedAt, earlier: nothingEarlier };
  const asked = { conversationId, chatbot, seq, startedAt, request: wait.request, ...over };
  await continueTurn(companyId, asked, results);
}

/** A turn that fails, or may not go on yet, must not hold up the others: what is left of a wait is tried later. */
async function putBehind({ companyId, conversationId, seq, startedAt, heldBy }: Overdue): Promise<void> {
  await systemPool().query(
    `update fulfillment_waits set "startedAt" = $3, "heldBy" = null
     where "companyId" = $1 and "conversationId" = $2 and "seq" = $4 and "startedAt" = $5
       and "heldBy" is not distinct from $6`,
    [companyId, conversationId, now(), seq, startedAt, heldBy],
  );
}
