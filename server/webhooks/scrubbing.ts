import { z } from "zod";
import { command } from "#server/core/operation.ts";
import { execute, json, rows, sql } from "#server/db/sql.ts";
import { scrubbedBody } from "#server/erasures/values.ts";

/**
 * Removes a deleted person from what was sent of these events and from the receivers' answers. Deliveries that still
 * wait go out unchanged: they are counted, so that the caller comes back for them.
 */
export const scrubDeliveries = command({
  name: "webhooks.scrub",
  access: "system",
  input: z.object({ eventIds: z.array(z.uuid()).max(500), part: z.enum(["all", "contact"]) }),
  output: z.object({ pending: z.int() }),
  example: (given) => ({ eventIds: [given.emptyPhaseId ?? ""], part: "all" as const }),
  async run({ actor, input: { eventIds, part } }) {
    const own = sql`"companyId" = ${actor.companyId}`;
    const found = await rows<{ id: string; status: string; body: string }>(sql`
      select "id", "status", "body" from webhook_deliveries where ${own} and "eventId" = any(${eventIds}::uuid[])
      order by "id" for update`);
    const settled = found.filter(({ status }) => status !== "pending");
    const changed = settled.map(({ id, body }) => ({ id, body: scrubbedBody(body, part) }));
    if (changed.length > 0) {
      await execute(sql`
        update webhook_deliveries d set "body" = f."body"
        from jsonb_to_recordset(${json(changed)}::jsonb) as f("id" uuid, "body" text)
        where d."companyId" = ${actor.companyId} and d."id" = f."id" and d."status" <> 'pending'
          and d."body" <> f."body"`);
      await execute(sql`
        update webhook_attempts set "responseBody" = '' where ${own}
          and "deliveryId" = any(${changed.map(({ id }) => id)}::uuid[]) and "responseBody" <> ''`);
    }
    return { pending: found.length - settled.length };
  },
});
