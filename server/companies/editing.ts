import { isDeepStrictEqual } from "node:util";
import { invalidField } from "#server/base/errors.ts";
import { env } from "#server/config/env.ts";
import type { Actor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { roles } from "#server/core/permissions.ts";
import { prisma } from "#server/db/prisma.ts";
import { knownRole } from "#server/roles/access.ts";
import { requireProof } from "#server/sessions/access.ts";
import { expectSessionChange } from "#server/sessions/authentication.ts";
import { expectTokenChange } from "#server/tokens/authentication.ts";
import { lockCompany, requireFeature, settingsOf } from "./access.ts";
import { viewCompany } from "./reading.ts";
import { companySchema, updateCompanyInput } from "./schema.ts";

/** One that has gone since may stay where it was: it is nobody's. */
async function requireKnownRoles(actor: Actor, wanted: readonly string[], had: readonly string[]): Promise<void> {
  const presets: readonly string[] = roles;
  for (const id of wanted)
    if (!presets.includes(id) && !had.includes(id)) await knownRole(actor, id, "settings.secondFactorRoles");
}

/** Settings that open ways in, or close them for others. */
const guarded = ["secondFactorRoles", "agentsSeeEverything"] as const;

/** Changes the company's name and settings; what agents may see changes with `agentsSeeEverything`, at once. */
export const updateCompany = command({
  name: "companies.update",
  access: "admin",
  input: updateCompanyInput,
  output: companySchema,
  example: () => ({ settings: { timeZone: "Europe/Madrid", country: "ES" } }),
  async run({ actor, input, now, emit }) {
    const before = await lockCompany(actor);
    const { aiEndpoints = [], secondFactorRoles } = input.settings ?? {};
    if (env.requireSecondFactor && secondFactorRoles && !roles.every((role) => secondFactorRoles.includes(role)))
      throw invalidField(
        "settings.secondFactorRoles",
        "This installation asks everybody for a second factor.",
        "required",
      );
    const known = settingsOf(before.settings);
    const isOther = (key: (typeof guarded)[number]) =>
      input.settings?.[key] !== undefined && !isDeepStrictEqual(input.settings[key], known[key]);
    if (guarded.some(isOther)) await requireProof({ actor, now });
    if (aiEndpoints.some((one) => !known.aiEndpoints.includes(one))) await requireFeature(actor, "ai");
    if (secondFactorRoles) await requireKnownRoles(actor, secondFactorRoles, known.secondFactorRoles);
    const after = await prisma.company.update({
      where: { id: before.id },
      data: {
        name: input.name ?? before.name,
        email: input.email ?? before.email,
        settings: { ...before.settings, ...input.settings },
        updatedAt: now,
      },
    });
    const subject = { companyId: actor.companyId };
    expectSessionChange(subject);
    expectTokenChange(subject);
    const { timeZone } = settingsOf(after.settings);
    const zone = timeZone === known.timeZone ? {} : { timeZone };
    emit({ type: "company/changed", data: { id: actor.companyId, ...zone } });
    return viewCompany(after);
  },
});
