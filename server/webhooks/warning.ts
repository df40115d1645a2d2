import { z } from "zod";
import { command } from "#server/core/operation.ts";
import { heldMs } from "./recovery/holding.ts";
import { takeFailing, takeHeld } from "./warning.sql.ts";

/** Says of each webhook once, until it works again, that it fails, or that it is paused for longer than events are held. */
export const warnOfFailing = command({
  name: "webhooks.warnOfFailing",
  access: "system",
  input: z.object({}),
  output: z.object({ failing: z.int(), held: z.int() }),
  example: () => ({}),
  async run({ actor, now, emit }) {
    const failing = await takeFailing(actor.companyId, now);
    for (const { webhookId: id } of failing) emit({ type: "webhook/changed", data: { id, failing: true } });
    const held = await takeHeld(actor.companyId, new Date(now.getTime() - heldMs), now);
    for (const { id } of held) emit({ type: "webhook/changed", data: { id, heldTooLong: true } });
    return { failing: failing.length, held: held.length };
  },
});
