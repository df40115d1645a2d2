import { z } from "zod";
import { hour } from "#server/base/clock.ts";
import { AppError, invalidField } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { sha256 } from "#server/base/secrets.ts";
import { ownCompany, settingsOf } from "#server/companies/access.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { dateOut } from "#server/core/fields.ts";
import { type CommandContext, command, query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { systemPool } from "#server/db/system.ts";
import { queueMail } from "#server/mail/queueing.ts";
import { mailLocale } from "#server/mail/words.ts";
import { requireProof } from "#server/sessions/access.ts";
import { endSessionsOf } from "#server/sessions/ending.ts";
import { isBackedBy, lockUser, readableUser, type UserRow } from "../access.ts";
import { storePassword } from "../editing.ts";
import { emitUserChanged, mayGovern, requireGoodPassword } from "../governing.ts";
import { newLink } from "../links.ts";
import { passwordField, userIdInput } from "../schema.ts";

const lifetimeMs = hour;
/** Whoever knows an address cannot fill its mailbox. */
const linksPerHour = 3;

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

export const deadLink = () => invalidField("token", "This link has expired or was already used.", "expired_link");

async function makeLink({ actor, now }: Context, { id: userId }: UserRow, madeBy: string | null) {
  const { companyId } = actor;
  const { link, tokenHash } = newLink("new-password");
  const [id, expiresAt] = [newId(), new Date(now.getTime() + lifetimeMs)];
  await prisma.passwordReset.create({ data: { companyId, id, userId, tokenHash, madeBy, createdAt: now, expiresAt } });
  return { id, link, expiresAt };
}

/** Mails a link to the person behind an address that somebody has typed: at most three in an hour. */
export const requestReset = command({
  name: "users.requestReset",
  access: "system",
  input: z.object({ userId: z.string(), address: z.string().max(64).default("") }),
  output: z.object({ sent: z.boolean() }),
  example: (given) => ({ userId: given.userId ?? "" }),
  async run(context) {
    const { actor, input, now, emit } = context;
    const user = await lockUser(actor, input.userId);
    const since = new Date(now.getTime() - hour);
    const where = { companyId: actor.companyId, userId: user.id, createdAt: { gt: since } };
    if (!user.active || (await prisma.passwordReset.count({ where })) >= linksPerHour) return { sent: false };
    const { id, link, expiresAt } = await makeLink(context, user, null);
    const { name: company, settings } = await ownCompany(actor);
    const locale = mailLocale(user.preferences, settingsOf(settings).locale);
    const values = { company, name: user.name };
    const letter = { kind: "reset" as const, locale, values, link };
    const sent = await queueMail(context, { ...letter, to: user.email, cause: `reset:${id}`, expiresAt });
    emit({ type: "session/reset_requested", data: { userId: user.id, address: input.address, device: "" } });
    return { sent };
  },
});

/** POST /v1/users/{userId}/password-link: for an administrator to hand over, where no mail is sent or it was lost. */
export const makePasswordLink = command({
  name: "users.passwordLink",
  access: "users_write",
  input: userIdInput,
  output: z.object({
    link: z.string().meta({ description: "What the person opens. It is shown now and never again." }),
    expiresAt: dateOut.meta({ description: "An hour from now, or when who made it could not make it any more." }),
  }),
  example: (given) => ({ userId: given.agentId ?? "" }),
  async run(context) {
    const { actor, input, emit } = context;
    const user = await lockUser(actor, input.userId);
    await mayGovern(actor, user);
    if (user.id === actor.userId && actor.type === "user") {
      const message = "Change your own password in your profile, with the one you have.";
      throw new AppError("validation_error", { message, details: [{ field: "userId", code: "own", message }] });
    }
    if (!user.active) throw invalidField("userId", "This user is deactivated.", "inactive_user");
    await requireProof(context);
    const { link, expiresAt } = await makeLink(context, user, actor.userId);
    emit({ type: "session/reset_requested", data: { userId: user.id, address: "", device: "" } });
    return { link, expiresAt };
  },
});

/** Whose link it is: nobody has said yet of which company. */
export async function resetOf(token: string): Promise<{ actor: Actor; userId: string; tokenHash: string }> {
  const tokenHash = sha256(token);
  const { rows } = await systemPool().query<{ companyId: string; userId: string }>({
    name: "resets_find",
    text: `select r."companyId", r."userId" from password_resets r
      join users u on u."companyId" = r."companyId" and u."id" = r."userId" and u."active"
      where r."tokenHash" = $1 and r."expiresAt" > now()`,
    values: [tokenHash],
  });
  const [found] = rows;
  if (!found) throw deadLink();
  return { actor: systemActor(found.companyId), userId: found.userId, tokenHash };
}

async function requireLink({ now }: Pick<Context, "now">, user: UserRow, tokenHash: string): Promise<void> {
  const where = { companyId: user.companyId, userId: user.id, tokenHash, expiresAt: { gt: now } };
  const found = user.active ? await prisma.passwordReset.findFirst({ where, select: { madeBy: true } }) : null;
  if (!found || !(await isBackedBy(found.madeBy, user))) throw deadLink();
}

const linkInput = z.object({ userId: z.string(), tokenHash: z.string().max(64) });

/** Whose password the link changes, for the person who has opened it. */
export const openReset = query({
  name: "users.openReset",
  access: "system",
  input: linkInput,
  output: z.object({ email: z.string() }),
  example: (given) => ({ userId: given.userId ?? "", tokenHash: given.resetHash ?? "" }),
  async run(context) {
    const user = await readableUser(context.actor, context.input.userId);
    await requireLink(context, user, context.input.tokenHash);
    return { email: user.email };
  },
});

/** Gives the person of the link a new password: every session ends, and every other link of theirs. */
export const resetPassword = command({
  name: "users.resetPassword",
  access: "system",
  input: linkInput.extend({ password: passwordField }),
  output: z.object({ email: z.string() }),
  example: (given) => ({
    userId: given.userId ?? "",
    tokenHash: given.resetHash ?? "",
    password: "tea at the harbour",
  }),
  async run(context) {
    const { actor, input, emit } = context;
    const user = await lockUser(actor, input.userId);
    await requireLink(context, user, input.tokenHash);
    requireGoodPassword(input.password, user, "password");
    await storePassword(actor.companyId, user, input.password);
    await endSessionsOf(context, user.id);
    const by = { type: "user" as const, id: user.id, name: user.name };
    emitUserChanged({ actor, emit: (event) => emit({ ...event, by }) }, user.id, { password: "reset" });
    return { email: user.email };
  },
});
