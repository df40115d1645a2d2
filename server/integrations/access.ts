import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Integration } from "#server/db/generated/client.ts";
import { lockRow } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";

/** The company's integrations, in the order they were made. */
export function integrationsOf({ companyId }: Actor): Promise<Integration[]> {
  return prisma.integration.findMany({ where: { companyId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
}

export async function readableIntegration({ companyId }: Actor, id: string): Promise<Integration> {
  const found = isId(id) ? await prisma.integration.findFirst({ where: { companyId, id } }) : undefined;
  if (!found) throw notFound("integration");
  return found;
}

/** The same, held until the end of the transaction. */
export async function lockIntegration({ companyId }: Actor, id: string): Promise<Integration> {
  const found = await lockRow("integrations", { companyId, id });
  if (!found) throw notFound("integration");
  return found;
}
