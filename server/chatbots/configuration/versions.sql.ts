// SQL because the first list is copied from row to row, large as it is.
import { execute, sql } from "#server/db/sql.ts";
import type { ChatbotRow } from "../access.ts";

type Key = Pick<ChatbotRow, "companyId" | "id">;

/** The list of now as a version, unless it is one already. The first list of a chatbot has no author. */
export async function keepFirst({ companyId, id }: Key): Promise<void> {
  await execute(sql`
    insert into chatbot_versions ("companyId", "chatbotId", "version", "questionList", "nodeCount", "createdAt")
    select "companyId", "id", "version", "questionList", jsonb_array_length("questionList"), "createdAt" from chatbots
    where "companyId" = ${companyId} and "id" = ${id} on conflict do nothing`);
}
