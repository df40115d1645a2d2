// SQL because only what the change says is written.
import { empty, execute, json, sql } from "#server/db/sql.ts";
import type { MessageRow } from "./row.ts";

/** What the visitor, or the platform, has changed about a message; what is left out stays. */
export type Reflected = Partial<Pick<MessageRow, "text" | "type" | "attachments" | "extra"> & { editedAt: Date }>;

/** Only under the conversation's lock. */
export async function saveReflected(message: MessageRow, change: Reflected): Promise<void> {
  const { companyId, id } = message;
  const { text, type, attachments, extra = {} } = { ...message, ...change };
  await execute(sql`
    update messages set "text" = ${text}, "type" = ${type}, "attachments" = ${json(attachments)}, "extra" = ${json(extra)}
      ${change.editedAt ? sql`, "edited" = true, "editedAt" = ${change.editedAt}` : empty}
    where "companyId" = ${companyId} and "id" = ${id}`);
}
