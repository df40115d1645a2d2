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

/** Those that are switched on, and whose config was written by somebody who may read what they send. */
export function actingOf({ companyId }: Actor): Promise<Integration[]> {
  return prisma.integration.findMany({ where: { companyId, enabled: true, trusted: true } });
}

/** Their names, by id. */
export async function integrationNamesOf(
  { companyId }: Actor,
  ids: readonly string[],
): Promise<readonly (readonly [string, string])[]> {
  if (ids.length === 0) return [];
  const found = await prisma.integration.findMany({ where: { companyId, id: { in: [...ids] } } });
  return found.map(({ id, name }) => [id, name] as const);
}
