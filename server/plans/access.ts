import { row, rows, sql } from "#server/db/sql.ts";

/** A row of `plans`: shared by all companies. */
export type PlanRow = {
  id: string;
  name: string;
  description: string;
  tier: string;
  annualPlan: boolean;
  leadLimit: number;
  conversationLimit: number;
  channelLimit: number;
  userLimit: number;
  priceUSD: number;
  priceARS: number;
};

/** What a company begins with where nobody sells plans. */
export const defaultPlanId = "own";

const columns = sql`p."id", p."name", p."description", p."tier", p."annualPlan", p."leadLimit", p."conversationLimit",
  p."channelLimit", p."userLimit", p."priceUSD", p."priceARS"`;

/** All plans, the smallest first. */
export function allPlans(): Promise<PlanRow[]> {
  return rows<PlanRow>(sql`select ${columns} from plans p order by p."order", p."id"`);
}

/** The plan a company is on. */
export async function planOf(companyId: string): Promise<PlanRow> {
  const found = await row<PlanRow>(sql`
    select ${columns} from companies c join plans p on p."id" = c."planId" where c."id" = ${companyId}`);
  if (!found) throw new Error("a company always has a plan");
  return found;
}
