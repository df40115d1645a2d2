import type { z } from "zod";
import { now } from "#server/base/clock.ts";
import { AppError, invalidField } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { createDefaultChannel } from "#server/channels/defaults.ts";
import { systemActor } from "#server/core/actor.ts";
import { announceCommit, type NewEvent, storeEvents } from "#server/core/events/storing.ts";
import { parseInput } from "#server/core/input.ts";
import { Listeners } from "#server/core/listeners.ts";
import { hashPassword } from "#server/core/passwords.ts";
import { mapDatabaseError } from "#server/db/errors.ts";
import { prisma } from "#server/db/prisma.ts";
import { inSystemTransaction } from "#server/db/system.ts";
import { insertDefaultPhases } from "#server/phases/defaults.ts";
import { allPlans, defaultPlanId, isPlan } from "#server/plans/access.ts";
import { insertUser } from "#server/users/inserting.ts";
import { passwordFault, passwordSentence } from "#server/users/password-rules.ts";
import { newCompanyInput } from "./schema.ts";

export type NewCompany = z.input<typeof newCompanyInput>;

export type CreatedCompany = {
  companyId: string;
  /** The first administrator. */
  userId: string;
  /** New, In progress, Won, Lost, in this order. */
  phaseIds: string[];
  channelId: string;
  chatbotId: string;
};

/** A company has just been made, with what it begins with of the nouns below. */
export const companiesBegun = new Listeners<{ companyId: string }>("companies that begin");

/** The admin's password as it is stored; validation_error names what is wrong with it. */
async function checkedHash({ name, email, password }: NewCompany["admin"]): Promise<string> {
  const fault = passwordFault(password, { name, email });
  if (!fault) return hashPassword(password, email);
  const message = passwordSentence(fault);
  throw new AppError("validation_error", { message, details: [{ field: "admin.password", code: fault, message }] });
}

async function requirePlan(planId: string | undefined): Promise<void> {
  if (planId === undefined || (await isPlan(planId))) return;
  const names = (await allPlans()).map(({ id }) => id).join(", ");
  throw invalidField("planId", `There is no plan "${planId}". These are: ${names}.`);
}

/** Creates a company with everything it begins with (L1); validation_error names what is wrong with it. */
export async function createCompany(given: NewCompany): Promise<CreatedCompany> {
  const company = parseInput(newCompanyInput, given);
  return insertCompany(company, await checkedHash(company.admin));
}

/**
 * The same of what has been checked, with its admin's password as it is stored, in one transaction: admin, phases, web
 * channel and chatbot. It uses the system door, because the company has no scope before it exists.
 */
export async function insertCompany(
  company: z.output<typeof newCompanyInput>,
  passwordHash: string,
): Promise<CreatedCompany> {
  const companyId = newId();
  const at = now();
  const created = await inSystemTransaction(companyId, async () => {
    await requirePlan(company.planId);
    await prisma.company.create({
      data: {
        id: companyId,
        name: company.name,
        email: company.email ?? company.admin.email,
        planId: company.planId ?? defaultPlanId,
        settings: company.settings ?? {},
        createdAt: at,
        updatedAt: at,
      },
    });
    const { name, email } = company.admin;
    const userId = await insertUser({ companyId, name, email, role: "admin", passwordHash }, at);
    const phaseIds = await insertDefaultPhases(companyId, at);
    const channel = await createDefaultChannel({ companyId, locale: company.settings?.locale ?? "en" });
    const actor = systemActor(companyId);
    const events: NewEvent[] = [{ type: "company/changed", data: { id: companyId } }];
    await companiesBegun.tell({ actor, now: at, emit: (event) => void events.push(event) }, { companyId });
    await storeEvents(actor, events, at, "companies.create");
    return { companyId, userId, phaseIds, ...channel };
  }).catch((error: unknown) => {
    throw mapDatabaseError(error);
  });
  announceCommit();
  return created;
}
