import { execute, sql } from "#server/db/sql.ts";
import { keyOfUrl } from "./storage.ts";

/** Links images to a conversation, so that they are deleted with it. Addresses of other servers are not our files. */
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
