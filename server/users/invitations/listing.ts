import { z } from "zod";
import { query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { invitationSchema } from "./schema.ts";
import { viewInvitations } from "./viewing.ts";

/** GET /v1/invitations: those that have not been accepted, the newest first. Expired ones are kept for 30 days. */
export const listInvitations = query({
  name: "invitations.list",
  access: "users_read",
  input: z.object({}),
  output: z.array(invitationSchema),
  example: () => ({}),
  async run({ actor }) {
    const { companyId } = actor;
    const rows = await prisma.invitation.findMany({ where: { companyId }, orderBy: { id: "desc" }, take: 500 });
    return viewInvitations(actor, rows);
  },
});
