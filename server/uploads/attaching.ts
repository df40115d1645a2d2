import { execute, sql } from "#server/db/sql.ts";
import { keyOfUrl } from "./storage.ts";

/** Images that now stand in a conversation go when it goes. Addresses of other servers are none of our files. */
export async function attachUploads(
  conversation: { companyId: string; id: string },
  urls: readonly string[],
): Promise<void> {
  const keys = urls.flatMap((url) => keyOfUrl(url) ?? []);
  if (keys.length === 0) return;
  await execute(sql`
    update uploads set "conversationId" = ${conversation.id}
    where "companyId" = ${conversation.companyId} and "key" = any(${keys}::text[]) and "conversationId" is null`);
}
