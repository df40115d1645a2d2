import { z } from "zod";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import type { Company } from "#server/db/generated/client.ts";
import { planOf } from "#server/plans/access.ts";
import { usageOf } from "#server/plans/usage.sql.ts";
import { featuresOf, ownCompany, settingsOf } from "./access.ts";
import { accountSchema, accountStatuses, companySchema, featuresSchema } from "./schema.ts";

/** What is stored, and what the plan's limits say right now (L4). */
async function statusesOf(actor: Actor, company: Company) {
  const [plan, usage] = [await planOf(actor.companyId), await usageOf(actor.companyId)];
  const reached = new Set<string>(company.statuses);
  if (usage.leads >= plan.leadLimit) reached.add("lead_limit_reached");
  if (usage.conversations >= plan.conversationLimit) reached.add("conversation_limit_reached");
  return { plan, statuses: accountStatuses.filter((status) => reached.has(status)) };
}

/** GET /v1/accounts/me */
export const readAccount = query({
  name: "companies.account",
  access: "anyone",
  input: z.object({}),
  output: accountSchema,
  example: () => ({}),
  async run({ actor }) {
    const company = await ownCompany(actor);
    const { plan, statuses } = await statusesOf(actor, company);
    const { id, name, email } = company;
    return { id, name, email, plan: plan.name, features: featuresOf(company), statuses };
  },
});

/** GET /v1/features */
export const readFeatures = query({
  name: "companies.features",
  access: "anyone",
  input: z.object({}),
  output: featuresSchema,
  example: () => ({}),
  run: async ({ actor }) => ({ features: featuresOf(await ownCompany(actor)) }),
});

export function viewCompany(company: Company): z.input<typeof companySchema> {
  return { ...company, settings: settingsOf(company.settings) };
}

/** The company with its settings. */
export const readCompany = query({
  name: "companies.read",
  access: "person",
  input: z.object({}),
  output: companySchema,
  example: () => ({}),
  run: async ({ actor }) => viewCompany(await ownCompany(actor)),
});
