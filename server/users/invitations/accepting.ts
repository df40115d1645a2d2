import { z } from "zod";
import { sha256 } from "#server/base/secrets.ts";
import { ownCompany } from "#server/companies/access.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import { hashPassword } from "#server/core/passwords.ts";
import { prisma } from "#server/db/prisma.ts";
import { systemPool } from "#server/db/system.ts";
import { requireFreeEmail } from "../creating.ts";
import { emitUserChanged, initialRole, requireGoodPassword, requireRoomInPlan } from "../governing.ts";
import { insertUser } from "../inserting.ts";
import { deadLink, findInvitation, isBacked } from "./access.ts";
import { acceptInvitationInput, invitationIdInput, openedInvitationSchema } from "./schema.ts";

type Found = { actor: Actor; invitationId: string; tokenHash: string };

/** Which invitation a link is of: nobody has said yet which company it belongs to. */
export async function invitationOf(token: string): Promise<Found> {
  const tokenHash = sha256(token);
  const { rows } = await systemPool().query<{ companyId: string; id: string }>({
    name: "invitations_find",
    text: `select "companyId", "id" from invitations where "tokenHash" = $1 and "expiresAt" > now()`,
    values: [tokenHash],
  });
  const [found] = rows;
  if (!found) throw deadLink();
  return { actor: systemActor(found.companyId), invitationId: found.id, tokenHash };
}

/** What the person sees who has opened the link. */
export const openInvitation = query({
  name: "invitations.open",
  access: "system",
  input: invitationIdInput,
  output: openedInvitationSchema,
  example: (given) => ({ invitationId: given.invitationId ?? "" }),
  async run({ actor, input }) {
    const where = { companyId: actor.companyId, id: input.invitationId };
    const row = await prisma.invitation.findFirst({ where });
    if (!row || !(await isBacked(row))) throw deadLink();
    return { company: (await ownCompany(actor)).name, email: row.email };
  },
});

/** The person of the link joins with a name and a password of their own. The link is used up with it. */
export const acceptInvitation = command({
  name: "invitations.accept",
  access: "system",
  input: acceptInvitationInput,
  output: z.object({ userId: z.string(), email: z.string() }),
  example: (given) => ({
    invitationId: given.invitationId ?? "",
    tokenHash: given.invitationHash ?? "",
    name: "Bea",
    password: "tea at the harbour",
  }),
  async run(context) {
    const { actor, input, now, emit } = context;
    const row = await findInvitation(actor, input.invitationId);
    if (!row) throw deadLink();
    const { companyId, id, email, role, roleId, locale } = row;
    // It may have been renewed, or accepted in another tab, since the link was looked up.
    if (row.tokenHash !== input.tokenHash || row.expiresAt <= now || !(await isBacked(row))) throw deadLink();
    requireGoodPassword(input.password, { name: input.name, email }, "password");
    await requireFreeEmail(companyId, email);
    await requireRoomInPlan(actor);
    const passwordHash = await hashPassword(input.password, email);
    const person = { companyId, name: input.name, email, role, roleId, passwordHash, preferences: { locale } };
    const userId = await insertUser(person, now);
    await prisma.invitation.delete({ where: { companyId_id: { companyId, id } } });
    const by = { type: "user" as const, id: userId, name: input.name };
    emitUserChanged({ actor, emit: (event) => emit({ ...event, by }) }, userId, initialRole({ role, roleId }));
    emit({ type: "invitation/changed", data: { id, name: email, accepted: true }, by });
    return { userId, email };
  },
});
