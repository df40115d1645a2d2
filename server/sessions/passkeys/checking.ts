import { z } from "zod";
import { systemActor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { lockRow } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import { handleOf } from "./relying-party.ts";
import { type Assertion, assertionSchema } from "./schema.ts";
import { verifyAssertion } from "./verifying.ts";

/** Whether a passkey of this person has signed the challenge. Holds its row, so that its counter only grows. */
const checkPasskey = command({
  name: "sessions.checkPasskey",
  access: "system",
  input: z.object({ userId: z.string(), challenge: z.string().min(16).max(200), response: assertionSchema }),
  output: z.object({ passed: z.boolean() }),
  example: (given) => ({
    userId: given.userId ?? "",
    challenge: "c".repeat(43),
    response: {
      id: "abc",
      rawId: "abc",
      type: "public-key" as const,
      response: { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" },
    },
  }),
  async run({ actor: { companyId }, input: { userId, challenge, response }, now }) {
    const where = { companyId, userId, credentialId: response.id };
    const known = await prisma.passkey.findFirst({ where, select: { id: true } });
    const passkey = known && (await lockRow("passkeys", { companyId, id: known.id }, "to change"));
    if (!passkey || passkey.userId !== userId) return { passed: false };
    const { userHandle } = response.response;
    if (userHandle && userHandle !== handleOf({ companyId, userId })) return { passed: false };
    const signed = await verifyAssertion(response, passkey, challenge);
    if (!signed) return { passed: false };
    const data = { ...signed, lastUsedAt: now };
    await prisma.passkey.update({ where: { companyId_id: { companyId, id: passkey.id } }, data });
    return { passed: true };
  },
});

/** What a browser sent with the challenge that its cookie carried. */
export type Signed = { challenge: string; response: Assertion };

export async function isSignedBy(
  { companyId, userId }: { companyId: string; userId: string },
  { challenge, response }: Signed,
): Promise<boolean> {
  const { passed } = await checkPasskey.execute(systemActor(companyId), { userId, challenge, response });
  return passed;
}
