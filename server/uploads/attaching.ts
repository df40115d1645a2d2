import { execute, rows, sql } from "#server/db/sql.ts";
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

type Size = { width: number; height: number };

/**
 * Pictures of this store with the size they were stored with, so that whoever shows them keeps room before they have
 * loaded. Of pictures elsewhere nothing is known.
 */
export async function withSizes<T extends { image_url: string }>(
  companyId: string,
  pictures: readonly T[],
): Promise<(T & Partial<Size>)[]> {
  const keys = pictures.flatMap(({ image_url }) => keyOfUrl(image_url) ?? []);
  if (keys.length === 0) return [...pictures];
  const found = await rows<Size & { key: string }>(sql`
    select "key", "width", "height" from uploads
    where "companyId" = ${companyId} and "key" = any(${keys}::text[]) and "width" > 0 and "height" > 0`);
  const sizes = new Map(found.map(({ key, width, height }) => [key, { width, height }]));
  return pictures.map((picture) => ({ ...picture, ...sizes.get(keyOfUrl(picture.image_url) ?? "") }));
}
