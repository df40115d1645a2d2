import { notFound } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import { empty, row, sql } from "#server/db/sql.ts";
import { type CompanySettings, companySettingsSchema } from "./schema.ts";

/** A row of `companies`. */
export type CompanyRow = {
  id: string;
  name: string;
  email: string;
  planId: string;
  settings: Record<string, unknown>;
  features: Record<string, unknown>;
  statuses: string[];
  createdAt: Date;
  updatedAt: Date;
};

/** The actor's own company; `lock` orders what is limited per company. */
export async function ownCompany(actor: Actor, lock = false): Promise<CompanyRow> {
  const found = await row<CompanyRow>(sql`
    select "id", "name", "email", "planId", "settings", "features", "statuses", "createdAt", "updatedAt"
    from companies where "id" = ${actor.companyId}${lock ? sql` for no key update` : empty}`);
  if (!found) throw notFound("company");
  return found;
}

/** Stored settings with every default filled in; a damaged value falls back to its default. */
export function settingsOf(stored: Record<string, unknown>): CompanySettings {
  const whole = companySettingsSchema.safeParse(stored);
  if (whole.success) return whole.data;
  const faulty = new Set(whole.error.issues.map((issue) => issue.path[0]));
  return companySettingsSchema.parse(Object.fromEntries(Object.entries(stored).filter(([key]) => !faulty.has(key))));
}
