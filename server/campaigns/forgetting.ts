import { z } from "zod";
import { command } from "#server/core/operation.ts";
import { execute, row, sql } from "#server/db/sql.ts";

const waiting = sql`"status" in ('pending', 'enqueued') and "externalId" is null`;

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
    const own = sql`"companyId" = ${actor.companyId} and ${
      input.kind === "contact" ? sql`"contactId" = ${input.id}` : sql`"conversationId" = ${input.id}`
    }`;
    // The recipient of a conversation that goes may live on as a contact.
    const gone = sql`not exists (select from contacts k
      where k."companyId" = campaign_messages."companyId" and k."id" = campaign_messages."contactId")`;
    await execute(sql`
      update campaign_messages set "variables" = '{}', "media" = null where ${own} and not (${waiting})
        and ("variables" <> '{}' or "media" is not null)`);
    await execute(sql`
      update campaign_messages set "destination" = '', "name" = '', "recipientKey" = null
      where ${own} and not (${waiting}) and ${gone} and ("destination" <> '' or "name" <> '')`);
    const left = await row<{ pending: number }>(sql`
      select count(*) as "pending" from campaign_messages where ${own} and ${waiting}`);
    return { pending: left?.pending ?? 0 };
  },
});
