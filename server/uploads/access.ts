import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { row, sql } from "#server/db/sql.ts";

export type UploadRow = {
  id: string;
  key: string;
  contentType: string;
  size: number;
  width: number | null;
  height: number | null;
};

/** An upload that this actor made itself; undefined for anything else. Nobody sweeps it until the transaction ends. */
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
