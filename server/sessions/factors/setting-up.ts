import { renderSVG } from "uqr";
import { z } from "zod";
import { AppError, invalidField } from "#server/base/errors.ts";
import { seal, unseal } from "#server/base/secrets.ts";
import { asksForFactor, storedSettings } from "#server/companies/access.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command, query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { lockUser, ownUser, storedHash, type UserRow } from "#server/users/access.ts";
import { requireProof } from "../access.ts";
import { expectSessionChange } from "../authentication.ts";
import { endSessionsOf } from "../ending.ts";
import { factorOf, hasFactor, passkeysOf, recoveryLeft } from "./access.ts";
import { lockRowOfUser } from "./locking.sql.ts";
import { withHashes } from "./recovering.ts";
import { codeField, factorDraftSchema, factorStatusSchema, recoveryCodesSchema } from "./schema.ts";
import { currentCode, factorUri, newFactorSecret, stepOf } from "./totp.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;
type Change = ("enabled" | "disabled" | "codes_renewed") | ("passkey_added" | "passkey_renamed" | "passkey_removed");

/** Tells it to the audit log, and drops what is cached of the person's sessions. */
export function told({ actor, emit }: Context, userId: string, change: Change): void {
  expectSessionChange({ companyId: actor.companyId, userId });
  emit({ type: "session/factor_changed", data: { userId, address: "", device: "", change } });
}

export async function isRequired(actor: Actor, user: Pick<UserRow, "role" | "roleId">): Promise<boolean> {
  return asksForFactor(await storedSettings(actor), user);
}

/**
 * Who must set one up can do nothing else before. Where they have nothing to prove it by, the sign-in just made is enough
 * for the first.
 */
export async function requireProofFor(context: Context, user: UserRow): Promise<void> {
  const { actor } = context;
  const first = (await isRequired(actor, user)) && !(await hasFactor(actor, user.id));
  await requireProof(context, { signInCounts: first && (await storedHash(user)) === null });
}

/** Whether one has a second factor, and whether one must. */
export const readFactor = query({
  name: "sessions.factor",
  access: "person",
  input: z.object({}),
  output: factorStatusSchema,
  example: () => ({}),
  async run({ actor }) {
    const user = await ownUser(actor);
    const [passkeys, recoveryCodes] = [await passkeysOf(actor, user.id), await recoveryLeft(actor, user.id)];
    const enabled = (await factorOf(actor, user.id)) !== null;
    return { enabled, required: await isRequired(actor, user), passkeys, recoveryCodes };
  },
});

/** A new secret, to be read by an app. It counts for nothing until a code of it has been given. */
export const beginFactor = command({
  name: "sessions.beginFactor",
  access: "person",
  input: z.object({}),
  output: factorDraftSchema,
  example: () => ({}),
  async run(context) {
    const { actor, now } = context;
    const user = await ownUser(actor);
    const { companyId, id: userId, email } = user;
    if (await factorOf(actor, userId))
      throw new AppError("conflict", { message: "Switch off the one you have first." });
    await requireProofFor(context, user);
    const secret = newFactorSecret();
    // Codes of recovery belong to a factor: what is left of one that is gone counts no more.
    const without = (await passkeysOf(actor, userId)) === 0 ? { recovery: [] } : {};
    const fresh = { secret: seal(secret), confirmedAt: null, lastStep: 0, updatedAt: now, ...without };
    await prisma.secondFactor.upsert({
      where: { companyId_userId: { companyId, userId } },
      create: { companyId, userId, createdAt: now, ...fresh },
      update: fresh,
    });
    return { secret, svg: renderSVG(factorUri(secret, email), { border: 2 }) };
  },
});

/** The first code shows that the app has the secret: from now on it is asked for, and all other sessions end. */
export const confirmFactor = command({
  name: "sessions.confirmFactor",
  access: "person",
  input: z.object({ code: codeField }),
  output: recoveryCodesSchema,
  example: (given) => ({ code: given.factorSecret ? currentCode(given.factorSecret, new Date()) : "000000" }),
  async run(context) {
    const { actor, input, now } = context;
    // Held, so that a sign-in under way has begun its session, which ends here, or finds the factor.
    const { companyId, id: userId } = await lockUser(actor, actor.userId ?? "");
    const draft = await lockRowOfUser(companyId, userId);
    if (!draft?.secret || draft.confirmedAt) throw new AppError("conflict", { message: "Begin setting it up first." });
    const step = stepOf(unseal(draft.secret), input.code.replaceAll(" ", ""), now, draft.lastStep);
    if (step === undefined) throw invalidField("code", "This is not the code of the moment.", "wrong_passcode");
    const { codes, recovery } = withHashes(userId);
    const data = { confirmedAt: now, lastStep: step, recovery, updatedAt: now };
    await prisma.secondFactor.update({ where: { companyId_userId: { companyId, userId } }, data });
    await endSessionsOf(context, userId, actor.sessionId);
    told(context, userId, "enabled");
    return { codes };
  },
});

/** New recovery codes; the former ones count no more. */
export const renewRecovery = command({
  name: "sessions.renewRecovery",
  access: "person",
  input: z.object({}),
  output: recoveryCodesSchema,
  example: () => ({}),
  async run(context) {
    const { actor, now } = context;
    const { companyId, id: userId } = await ownUser(actor);
    const factor = await lockRowOfUser(companyId, userId);
    // One that is only begun has none to recover.
    if (!factor || !(await hasFactor(actor, userId)))
      throw new AppError("conflict", { message: "There is no second factor." });
    await requireProof(context);
    const { codes, recovery } = withHashes(userId);
    await prisma.secondFactor.update({
      where: { companyId_userId: { companyId, userId } },
      data: { recovery, updatedAt: now },
    });
    told(context, userId, "codes_renewed");
    return { codes };
  },
});

/** Removes everything that counts as a second factor of this person: app, recovery codes, passkeys. */
export async function removeFactors(context: Context, userId: string): Promise<void> {
  const { companyId } = context.actor;
  const app = await prisma.secondFactor.deleteMany({ where: { companyId, userId } });
  const passkeys = await prisma.passkey.deleteMany({ where: { companyId, userId } });
  if (app.count + passkeys.count > 0) told(context, userId, "disabled");
}

/** Removes the app; who has passkeys keeps the recovery codes. */
async function removeApp(context: Context, userId: string): Promise<void> {
  const { actor, now } = context;
  const where = { companyId: actor.companyId, userId };
  const { count } =
    (await passkeysOf(actor, userId)) > 0
      ? await prisma.secondFactor.updateMany({ where, data: { secret: "", confirmedAt: null, updatedAt: now } })
      : await prisma.secondFactor.deleteMany({ where });
  if (count > 0) told(context, userId, "disabled");
}

/** Switches one's own app off, unless the company asks for a second factor and there is no passkey. */
export const disableFactor = command({
  name: "sessions.disableFactor",
  access: "person",
  input: z.object({}),
  output: z.object({}),
  example: () => ({}),
  async run(context) {
    const user = await ownUser(context.actor);
    if ((await isRequired(context.actor, user)) && (await passkeysOf(context.actor, user.id)) === 0)
      throw new AppError("conflict", { message: "Your company asks it of your role." });
    await requireProof(context);
    await removeApp(context, user.id);
    return {};
  },
});
