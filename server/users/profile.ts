import { z } from "zod";
import { asksForFactor, featuresOf, ownCompany, settingsOf } from "#server/companies/access.ts";
import { featureNames } from "#server/companies/schema.ts";
import { currencyOf } from "#server/core/currencies.ts";
import { command, query } from "#server/core/operation.ts";
import { isPermission } from "#server/core/permissions.ts";
import { prisma } from "#server/db/prisma.ts";
import { sendsMail } from "#server/mail/queueing.ts";
import { endSessionsOf } from "#server/sessions/ending.ts";
import { factorOf, passkeysOf } from "#server/sessions/factors/access.ts";
import { requireOwnPassword } from "#server/sessions/own-password.ts";
import { noteProof } from "#server/sessions/stepping-up.ts";
import { lockUser, ownUser, storedHash } from "./access.ts";
import { storePassword } from "./editing.ts";
import { emitUserChanged, requireGoodPassword } from "./governing.ts";
import { changePasswordInput, preferencesSchema, profileSchema, updateProfileInput, userSchema } from "./schema.ts";
import { viewUser } from "./viewing.ts";

/** Who is signed in, where, and what they may do: what every page begins with. */
export const readProfile = query({
  name: "users.profile",
  access: "person",
  input: z.object({}),
  output: profileSchema,
  example: () => ({}),
  async run({ actor }) {
    const user = await ownUser(actor);
    const company = await ownCompany(actor);
    const settings = settingsOf(company.settings);
    const { timeZone, country } = settings;
    const features = featuresOf(company);
    const passkeys = await passkeysOf(actor, user.id);
    const hasFactor = passkeys > 0 || (await factorOf(actor, user.id)) !== null;
    const required = asksForFactor(company.settings, user);
    const preferences = preferencesSchema.safeParse(user.preferences);
    return {
      user: viewUser(user),
      company: { id: company.id, name: company.name, timeZone, country, currency: currencyOf(settings) },
      permissions: [...actor.permissions].filter(isPermission),
      lacks: featureNames.filter((name) => features[name] === false),
      preferences: preferences.success ? preferences.data : {},
      hasPassword: (await storedHash(user)) !== null,
      secondFactor: hasFactor ? ("on" as const) : required ? ("needed" as const) : ("off" as const),
      hasPasskey: passkeys > 0,
      mail: sendsMail(),
    };
  },
});

/** One's own name, availability and interface choices. */
export const updateProfile = command({
  name: "users.updateProfile",
  access: "person",
  input: updateProfileInput,
  output: userSchema,
  example: () => ({ availability: "away" as const }),
  async run(context) {
    const { actor, input, now } = context;
    const before = await lockUser(actor, actor.userId ?? "");
    const { companyId, id } = before;
    const { name = before.name, availability = before.availability } = input;
    const visible = name !== before.name || availability !== before.availability;
    const preferences = { ...before.preferences, ...input.preferences };
    // What is theirs alone is no part of the resource: it keeps its version.
    const updatedAt = visible ? now : before.updatedAt;
    const after = await prisma.user.update({
      where: { companyId_id: { companyId, id } },
      data: { name, availability, preferences, updatedAt },
      omit: { passwordHash: true },
    });
    if (visible) emitUserChanged(context, before.id);
    return viewUser(after);
  },
});

/** A new password for oneself; every other session ends. Guessing the current one is as slow as at the sign-in. */
export const changePassword = command({
  name: "users.changePassword",
  access: "person",
  input: changePasswordInput,
  output: z.object({ ended: z.int().meta({ description: "How many other sessions were ended." }) }),
  example: () => ({ currentPassword: "correct horse 9", newPassword: "tea at the harbour" }),
  async run(context) {
    const { actor, input } = context;
    const user = await lockUser(actor, actor.userId ?? "");
    await requireOwnPassword(user, input.currentPassword, "currentPassword");
    requireGoodPassword(input.newPassword, user, "newPassword");
    await storePassword(actor.companyId, user, input.newPassword);
    await noteProof(actor, context.now);
    const ended = await endSessionsOf(context, user.id, actor.sessionId);
    emitUserChanged(context, user.id);
    return { ended };
  },
});
