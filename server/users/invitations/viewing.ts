import type { z } from "zod";
import type { Actor } from "#server/core/actor.ts";
import { mailStatesOf } from "#server/mail/queueing.ts";
import type { InvitationRow } from "./access.ts";
import type { invitationSchema } from "./schema.ts";

/** The mail of the newest link: an older one leads nowhere. */
export const causeOf = ({ id, rounds }: Pick<InvitationRow, "id" | "rounds">) => `invitation:${id}:${rounds}`;

export async function viewInvitations(
  actor: Pick<Actor, "companyId">,
  rows: readonly InvitationRow[],
): Promise<z.input<typeof invitationSchema>[]> {
  const states = await mailStatesOf(actor, rows.map(causeOf));
  return rows.map((row) => ({ ...row, mail: states.get(causeOf(row)) ?? "none" }));
}
