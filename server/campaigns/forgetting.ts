import { z } from "zod";
import { command } from "#server/core/operation.ts";
import { countUnsent, forgetName, forgetText } from "#server/templates/messages/forgetting.sql.ts";

/**
 * Removes number, name and text of a deleted contact or conversation from template messages; results stay. Counts the
 * messages that have not left yet, so that the caller comes back for them.
 */
export const forgetRecipient = command({
  name: "campaigns.forgetRecipient",
  access: "system",
  input: z.object({ kind: z.enum(["contact", "conversation"]), id: z.uuid() }),
  output: z.object({ pending: z.int() }),
  example: (given) => ({ kind: "contact" as const, id: given.emptyPhaseId ?? "" }),
  async run({ actor, input }) {
    const person = { ...input, companyId: actor.companyId };
    await forgetText(person);
    await forgetName(person);
    return { pending: await countUnsent(person) };
  },
});
