import { z } from "zod";
import type { Actor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { requireOwnCode } from "#server/sessions/factors/own-code.ts";
import { requireOwnPassword } from "#server/sessions/own-password.ts";
import { requireOwnPasskey } from "#server/sessions/passkeys/proving.ts";
import { ownUser } from "#server/users/access.ts";
import { stepUpInput } from "./schema.ts";

/** One's password once more, a code of one's second factor or a passkey, in the session that one has: then `password_needed` is over for ten minutes. */
export const stepUp = command({
  name: "sessions.stepUp",
  access: "person",
  input: stepUpInput,
  output: z.object({}),
  example: () => ({ password: "correct horse 9" }),
  async run(context) {
    const { actor, input, now } = context;
    const user = await ownUser(actor);
    if (input.passkey) await requireOwnPasskey(context, user, input.passkey);
    else if (input.code) await requireOwnCode(user, input.code);
    else await requireOwnPassword(user, input.password ?? "", "password");
    await noteProof(actor, now);
    return {};
  },
});

/** The person of this session has given their password. */
export async function noteProof(actor: Actor, at: Date): Promise<void> {
  if (actor.sessionId === undefined) return;
  const where = { companyId: actor.companyId, id: actor.sessionId, revokedAt: null };
  await prisma.userSession.updateMany({ where, data: { provenAt: at } });
}
