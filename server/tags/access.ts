import { notFound } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import type { OperatorTag } from "#server/db/generated/client.ts";
import { lockRow } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";

/** All tags of the actor's company, by name. */
export function tagsOf({ companyId }: Actor): Promise<OperatorTag[]> {
  return prisma.operatorTag.findMany({ where: { companyId }, orderBy: [{ nameKey: "asc" }, { id: "asc" }] });
}

/** One tag of the actor's company, held for a change; not_found otherwise. */
export async function lockTag({ companyId }: Actor, id: string): Promise<OperatorTag> {
  const found = await lockRow("operator_tags", { companyId, id });
  if (!found) throw notFound("tag");
  return found;
}

/** Names are unique ignoring case (L6). */
export function nameKey(name: string): string {
  return name.toLowerCase();
}
