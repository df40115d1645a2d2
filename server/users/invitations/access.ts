import { invalidField, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { ownCompany } from "#server/companies/access.ts";
import { type Actor, can } from "#server/core/actor.ts";
import { beyond } from "#server/core/rights.ts";
import type { Invitation } from "#server/db/generated/client.ts";
import { lockRow } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import { actingUser, rightsOf } from "../access.ts";

export type InvitationRow = Invitation;

/** The same where it may be gone by now. */
export async function findInvitation({ companyId }: Pick<Actor, "companyId">, id: string) {
  return isId(id) ? lockRow("invitations", { companyId, id }) : undefined;
}

/** An invitation of the actor's company, held for a change; not_found otherwise. */
export async function lockInvitation(actor: Pick<Actor, "companyId">, id: string): Promise<InvitationRow> {
  const found = await findInvitation(actor, id);
  if (!found) throw notFound("invitation");
  return found;
}

/** Whether who invited is active still and may give as much: a way back for nobody who has left, or steps down. */
export async function isBacked({ companyId, invitedBy, role, roleId }: InvitationRow): Promise<boolean> {
  if (invitedBy === null) return true;
  const inviter = await actingUser(companyId, invitedBy);
  if (!inviter || !can(inviter, "users_write")) return false;
  const { settings } = await ownCompany(inviter);
  return beyond(inviter, await rightsOf({ companyId, id: "", role, roleId }, settings)).length === 0;
}

/** The link that nobody may use any more says no more than that. */
export const deadLink = () => invalidField("token", "This link has expired or was already used.", "expired_link");

/** How many invitations that can still be accepted would take a place of the plan. */
export function countOpenInvitations(companyId: string, now: Date): Promise<number> {
  return prisma.invitation.count({ where: { companyId, expiresAt: { gt: now } } });
}

/** How many invitations give this role. */
export function countInvitationsWith(companyId: string, roleId: string): Promise<number> {
  return prisma.invitation.count({ where: { companyId, roleId } });
}
