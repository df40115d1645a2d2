import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { row, rows, sql } from "#server/db/sql.ts";
import { keyOfUrl } from "./storage.ts";

export type UploadRow = {
  id: string;
  key: string;
  contentType: string;
  size: number;
  width: number | null;
  height: number | null;
};

/**
 * An upload that this actor made; undefined for anything else. Locks it, so that the sweep leaves it alone until the
 * transaction ends.
 */
export async function ownUpload(actor: Actor, id: string): Promise<UploadRow | undefined> {
  if (!isId(id)) return undefined;
  return row<UploadRow>(sql`
    select "id", "key", "contentType", "size", "width", "height" from uploads
    where "companyId" = ${actor.companyId} and "id" = ${id} and "createdBy" = ${uploaderOf(actor)}
    for key share`);
}

/** Whose upload it is: a visitor session, or a person. */
export function uploaderOf(actor: Actor): string {
  return actor.visitor
    ? `visitor:${actor.visitor.channelId}:${actor.visitor.visitorId}`
    : `user:${actor.userId ?? actor.id}`;
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
