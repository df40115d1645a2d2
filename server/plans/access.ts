import type { Plan } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";

/** The plan a company begins with where plans are not sold. */
export const defaultPlanId = "own";

/** All plans, the smallest first. They are shared by all companies. */
export function allPlans(): Promise<Plan[]> {
  return prisma.plan.findMany({ orderBy: [{ order: "asc" }, { id: "asc" }] });
}

/** Whether there is a plan of this id. */
export async function isPlan(id: string): Promise<boolean> {
  return (await prisma.plan.findFirst({ where: { id }, select: { id: true } })) !== null;
}

/** The plan a company is on. */
export function planOf(companyId: string): Promise<Plan> {
  return prisma.plan.findFirstOrThrow({ where: { companies: { some: { id: companyId } } } });
}
