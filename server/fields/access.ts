import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import type { CustomField } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import type { FieldEntity } from "./choices.ts";

type Company = Pick<Actor, "companyId">;

/** The fields that a company has defined, the oldest first; of one entity, or of all. */
export function fieldsOf({ companyId }: Company, entity: FieldEntity | "all"): Promise<CustomField[]> {
  const where = entity === "all" ? { companyId } : { companyId, entity };
  return prisma.customField.findMany({ where, orderBy: { id: "asc" } });
}

/** Keys of the fields marked as personal data, of contacts and of conversations. */
export async function personalKeysOf({ companyId }: Company): Promise<string[]> {
  const where = { companyId, personalData: true };
  const found = await prisma.customField.findMany({ where, select: { key: true }, orderBy: { id: "asc" } });
  return [...new Set(found.map(({ key }) => key))];
}

/** A field of the actor's company; not_found otherwise. */
export async function readableField({ companyId }: Company, id: string): Promise<CustomField> {
  const found = isId(id) ? await prisma.customField.findFirst({ where: { companyId, id } }) : null;
  if (!found) throw notFound("customField");
  return found;
}
