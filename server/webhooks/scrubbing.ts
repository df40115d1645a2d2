import { z } from "zod";
import { command } from "#server/core/operation.ts";
import { scrubbedBody } from "#server/erasures/values.ts";
import { lockToldOf, rewriteTold } from "./delivery/attempts.sql.ts";

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
    const found = await lockToldOf(actor.companyId, eventIds);
    const settled = found.filter(({ status }) => status !== "pending");
    const changed = settled.map(({ id, body }) => ({ id, body: scrubbedBody(body, part) }));
    if (changed.length > 0) await rewriteTold(actor.companyId, changed);
    return { pending: found.length - settled.length };
  },
});
