import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Rule } from "#server/db/generated/client.ts";
import { lockRow } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";

type Company = Pick<Actor, "companyId">;

/** All rules of the company, in their order. */
export function rulesOf({ companyId }: Company): Promise<Rule[]> {
  return prisma.rule.findMany({ where: { companyId }, orderBy: [{ order: "asc" }, { id: "asc" }] });
}

/** One rule of the actor's company; not_found otherwise. */
export async function readableRule({ companyId }: Company, id: string): Promise<Rule> {
  const found = isId(id) ? await prisma.rule.findFirst({ where: { companyId, id } }) : null;
  if (!found) throw notFound("rule");
  return found;
}

/** The same, held for a change. */
export async function lockRule({ companyId }: Company, id: string): Promise<Rule> {
  const found = await lockRow("rules", { companyId, id });
  if (!found) throw notFound("rule");
  return found;
}
