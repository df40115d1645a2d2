import { invalidField, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Invitation } from "#server/db/generated/client.ts";
import { lockRow } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import { isBackedBy } from "../access.ts";

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

/** Whether who invited may still give as much. */
export function isBacked({ companyId, invitedBy, role, roleId }: InvitationRow): Promise<boolean> {
  return isBackedBy(invitedBy, { companyId, id: "", role, roleId });
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
