import { z } from "zod";
import { AppError, invalidField } from "#server/base/errors.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { ownUser, type UserRow } from "#server/users/access.ts";
import { noteWrongProof } from "../own-password.ts";
import { admitAttempt } from "../throttling.ts";
import { assertionOptions } from "./browser-challenge.ts";
import { beginChallenge, takeChallenge } from "./challenges.ts";
import { isSignedBy } from "./checking.ts";
import { type Assertion, assertionOptionsSchema } from "./schema.ts";

/** What the browser needs to have one of one's own passkeys sign, in place of the password. */
export const beginPasskeyProof = command({
  name: "sessions.beginPasskeyProof",
  access: "person",
  input: z.object({}),
  output: assertionOptionsSchema,
  example: () => ({}),
  async run(context) {
    const { companyId, id: userId } = await ownUser(context.actor);
    const own = await prisma.passkey.findMany({ where: { companyId, userId }, take: 50 });
    const challenge = await beginChallenge(context, userId, "prove");
    return assertionOptions(
      challenge,
      own.map(({ credentialId, transports }) => ({ id: credentialId, type: "public-key" as const, transports })),
    );
  },
});

type Context = Parameters<typeof takeChallenge>[0];

/** Refuses what no passkey of this person has signed in this session. As slow to guess as the password. */
export async function requireOwnPasskey(
  context: Context,
  { companyId, id }: Pick<UserRow, "companyId" | "id">,
  response: Assertion,
): Promise<void> {
  const attempt = await admitAttempt({ email: `passkey of ${id}`, address: "", device: id });
  if (!attempt.admitted) {
    const message = `Too many attempts. Wait ${attempt.retryAfter} seconds.`;
    throw new AppError("rate_limited", { message, details: [{ field: "passkey", code: "throttled", message }] });
  }
  const challenge = await takeChallenge(context, id, "prove");
  if (!challenge || !(await isSignedBy({ companyId, userId: id }, { challenge, response }))) {
    noteWrongProof({ companyId, id }, "passkey");
    throw invalidField("passkey", "This passkey could not be checked. Begin again.", "unverified_passkey");
  }
  await attempt.succeeded();
}
