import { z } from "zod";
import { command } from "#server/core/operation.ts";
import { takeFailing } from "./warning.sql.ts";

/** Says of each webhook once, until it works again, that it fails. */
export const warnOfFailing = command({
  name: "webhooks.warnOfFailing",
  access: "system",
  input: z.object({}),
  output: z.object({ failing: z.int() }),
  example: () => ({}),
  async run({ actor, now, emit }) {
    const failing = await takeFailing(actor.companyId, now);
    for (const { webhookId: id } of failing) emit({ type: "webhook/changed", data: { id, failing: true } });
    return { failing: failing.length };
  },
});
