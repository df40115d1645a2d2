import { day, hour } from "#server/base/clock.ts";
import { AppError } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { ownCompany, settingsOf } from "#server/companies/access.ts";
import { emailKey } from "#server/core/email.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import { queueMail, secondsUntilRoom, sendsMail } from "#server/mail/queueing.ts";
import { requireProof } from "#server/sessions/access.ts";
import { castRole } from "../casting.ts";
import { requireFreeEmail } from "../creating.ts";
import { mayGovern, requireRoomInPlan } from "../governing.ts";
import { newLink } from "../links.ts";
import { countOpenInvitations, type InvitationRow, lockInvitation } from "./access.ts";
import {
  createInvitationInput,
  invitationIdInput,
  invitationWithLink,
  renewInvitationInput,
  revokedInvitationSchema,
} from "./schema.ts";
import { causeOf, viewInvitations } from "./viewing.ts";

const lifetimeMs = 7 * day;

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** Mails to one address in a day, and of a company in an hour. */
const most = { address: 5, company: 200 } as const;

/** Whom a company invites is a stranger: they are not flooded, however often they are invited anew. */
async function requireQuiet({ actor: { companyId }, now }: Context, recipient: string): Promise<void> {
  await takeTurn(`invitation:${companyId}`);
  const ofKind = { kind: "invitation" as const, now };
  const [address, company] = [
    await secondsUntilRoom(companyId, { ...ofKind, within: day, most: most.address, recipient }),
    await secondsUntilRoom(companyId, { ...ofKind, within: hour, most: most.company }),
  ];
  if (address === 0 && company === 0) return;
  const why = address === 0 ? "Your company has sent" : "This address has had";
  const retryAfter = Math.max(address, company);
  throw new AppError("rate_limited", {
    message: `${why} enough invitations for now. Send no mail, and pass the link on yourself, or try again later.`,
    extra: { retryAfter },
  });
}

/** The mail with the link, in the invitation's language. */
async function write(context: Context, row: InvitationRow, link: string): Promise<void> {
  if (sendsMail()) await requireQuiet(context, row.email);
  const { name: company } = await ownCompany(context.actor);
  const { email: to, locale, expiresAt } = row;
  const values = { company, inviter: context.actor.type === "user" ? context.actor.name : company };
  await queueMail(context, { kind: "invitation", to, locale, values, link, cause: causeOf(row), expiresAt });
}

async function answer(context: Context, row: InvitationRow, link: string, mail: boolean) {
  if (mail) await write(context, row, link);
  context.emit({ type: "invitation/changed", data: { id: row.id, name: row.email } });
  const [shown] = await viewInvitations(context.actor, [row]);
  if (!shown) throw new Error("an invitation vanished");
  return { ...shown, link };
}

/** POST /v1/invitations */
export const createInvitation = command({
  name: "invitations.create",
  access: "users_write",
  input: createInvitationInput,
  output: invitationWithLink,
  example: () => ({ email: "bruno@example.com", role: "agent" as const, locale: "es" as const }),
  async run(context) {
    const { actor, input, now } = context;
    const { companyId } = actor;
    const email = emailKey(input.email);
    const role = await castRole(actor, { role: input.role, roleId: null }, { roleId: input.roleId });
    await mayGovern(actor, { companyId, id: "", ...role });
    await requireFreeEmail(companyId, email);
    // Holds the company's row too, so that two at once cannot take the last place.
    await requireRoomInPlan(actor, await countOpenInvitations(companyId, now));
    if ((await prisma.invitation.count({ where: { companyId, email } })) > 0)
      throw new AppError("already_exists", { message: "This address was invited already: send the invitation again." });
    await requireProof(context);
    const { locale } = settingsOf((await ownCompany(actor)).settings);
    const { link, tokenHash } = newLink("join");
    const expiresAt = new Date(now.getTime() + lifetimeMs);
    const who = { companyId, id: newId(), email, ...role, locale: input.locale ?? locale };
    const row: InvitationRow = {
      ...who,
      tokenHash,
      rounds: 1,
      expiresAt,
      createdAt: now,
      updatedAt: now,
      invitedBy: actor.userId,
    };
    await prisma.invitation.create({ data: row });
    return answer(context, row, link, input.mail);
  },
});

/** POST /v1/invitations/{invitationId}/renew: a new link for seven days; the former one opens nothing any more. */
export const renewInvitation = command({
  name: "invitations.renew",
  access: "users_write",
  input: renewInvitationInput,
  output: invitationWithLink,
  example: (given) => ({ invitationId: given.invitationId ?? "" }),
  async run(context) {
    const { actor, input, now } = context;
    const before = await lockInvitation(actor, input.invitationId);
    await mayGovern(actor, before);
    await requireFreeEmail(actor.companyId, before.email);
    if (before.expiresAt <= now) await requireRoomInPlan(actor, await countOpenInvitations(actor.companyId, now));
    await requireProof(context);
    const { link, tokenHash } = newLink("join");
    const { companyId, id } = before;
    const changed = {
      tokenHash,
      rounds: before.rounds + 1,
      updatedAt: now,
      // Who sends it again answers for it.
      invitedBy: actor.userId,
      expiresAt: new Date(now.getTime() + lifetimeMs),
    };
    await prisma.invitation.update({ where: { companyId_id: { companyId, id } }, data: changed });
    return answer(context, { ...before, ...changed }, link, input.mail);
  },
});

/** DELETE /v1/invitations/{invitationId}: its link opens nothing any more. */
export const revokeInvitation = command({
  name: "invitations.revoke",
  access: "users_write",
  input: invitationIdInput,
  output: revokedInvitationSchema,
  example: (given) => ({ invitationId: given.invitationId ?? "" }),
  async run({ actor, input, emit }) {
    const row = await lockInvitation(actor, input.invitationId);
    await mayGovern(actor, row);
    const { companyId, id, email } = row;
    await prisma.invitation.delete({ where: { companyId_id: { companyId, id } } });
    emit({ type: "invitation/changed", data: { id, name: email, deleted: true } });
    return { id, deleted: true as const };
  },
});
