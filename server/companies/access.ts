import { AppError, notFound } from "#server/base/errors.ts";
import { env } from "#server/config/env.ts";
import type { Actor } from "#server/core/actor.ts";
import { roles } from "#server/core/permissions.ts";
import type { Company } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { lockOwn } from "./locking.sql.ts";
import { type CompanySettings, companySettingsSchema, type FeatureName, featureNames } from "./schema.ts";
import { findSettings } from "./settings.sql.ts";

/** The actor's own company. */
export async function ownCompany(actor: Actor): Promise<Company> {
  const found = await prisma.company.findFirst({ where: { id: actor.companyId } });
  if (!found) throw notFound("company");
  return found;
}

/** The same, held: orders what is limited per company. */
export async function lockCompany(actor: Actor): Promise<Company> {
  const found = await lockOwn(actor.companyId);
  if (!found) throw notFound("company");
  return found;
}

/** The settings of the actor's company as they are stored. */
export async function storedSettings({ companyId }: Actor): Promise<Company["settings"]> {
  return (await findSettings(companyId))?.settings ?? {};
}

/** Stored settings with every default filled in; a damaged value falls back to its default. */
export function settingsOf(stored: Record<string, unknown>): CompanySettings {
  const settings = parsedSettings(stored);
  return env.requireSecondFactor ? { ...settings, secondFactorRoles: [...roles] } : settings;
}

/** Whether the company asks a person of this role for a second factor; of a custom one, by itself or by its preset. */
export function asksForFactor(
  stored: Record<string, unknown>,
  { role, roleId }: { role: string; roleId: string | null },
): boolean {
  const asked: readonly string[] = settingsOf(stored).secondFactorRoles;
  return asked.includes(role) || (roleId !== null && asked.includes(roleId));
}

function parsedSettings(stored: Record<string, unknown>): CompanySettings {
  const whole = companySettingsSchema.safeParse(stored);
  if (whole.success) return whole.data;
  const faulty = new Set(whole.error.issues.map((issue) => issue.path[0]));
  return companySettingsSchema.parse(Object.fromEntries(Object.entries(stored).filter(([key]) => !faulty.has(key))));
}

/** Every known feature with whether it is on; an absent one is (L2). */
export function featuresOf(company: Company): Record<string, boolean> {
  const known = Object.fromEntries(featureNames.map((name) => [name, true]));
  const set = Object.entries(company.features).filter(([, value]) => typeof value === "boolean");
  return { ...known, ...Object.fromEntries(set) } as Record<string, boolean>;
}

/** Refuses what the company's plan leaves out. */
export async function requireFeature(actor: Actor, feature: FeatureName): Promise<void> {
  if (featuresOf(await ownCompany(actor))[feature] !== false) return;
  throw new AppError("plan_limit_reached", { message: `Your plan does not include this: ${feature}.` });
}
