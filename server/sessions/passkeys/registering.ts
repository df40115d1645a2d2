import { z } from "zod";
import { AppError, invalidField } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { ownCompany } from "#server/companies/access.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { lockUser, ownUser } from "#server/users/access.ts";
import { endSessionsOf } from "../ending.ts";
import { hasFactor } from "../factors/access.ts";
import { ensureRecovery } from "../factors/recovering.ts";
import { requireProofFor, told } from "../factors/setting-up.ts";
import { beginChallenge, challengeMs, takeChallenge } from "./challenges.ts";
import { handleOf, relyingParty, takesPasskeys } from "./relying-party.ts";
import { addedPasskeySchema, addPasskeyInput, registrationOptionsSchema } from "./schema.ts";
import { algorithms, verifyRegistration } from "./verifying.ts";

const maxPasskeys = 20;

/** What the browser needs to make a key. Good for five minutes, once, in this session. */
export const beginPasskey = command({
  name: "sessions.beginPasskey",
  access: "person",
  input: z.object({}),
  output: registrationOptionsSchema,
  example: () => ({}),
  async run(context) {
    const { actor } = context;
    const user = await ownUser(actor);
    const { companyId, id: userId, email, name } = user;
    if (!takesPasskeys)
      throw new AppError("conflict", { message: "Passkeys need a host name, and https except on this machine." });
    await requireProofFor(context, user);
    const own = await prisma.passkey.findMany({ where: { companyId, userId }, take: maxPasskeys });
    if (own.length >= maxPasskeys) throw new AppError("limit_reached");
    const { name: company } = await ownCompany(actor);
    const id = handleOf({ companyId, userId });
    return {
      challenge: await beginChallenge(context, userId, "add"),
      rp: { id: relyingParty.id, name: relyingParty.name },
      // Devices list keys by this name: of two companies each must be told from the other.
      user: { id, name: `${email} (${company})`, displayName: name },
      pubKeyCredParams: algorithms.map((alg) => ({ alg, type: "public-key" as const })),
      timeout: challengeMs,
      attestation: "none" as const,
      excludeCredentials: own.map(({ credentialId, transports }) => {
        return { id: credentialId, type: "public-key" as const, transports };
      }),
      authenticatorSelection: {
        residentKey: "required" as const,
        requireResidentKey: true as const,
        userVerification: "required" as const,
      },
    };
  },
});

/** Keeps the key that the device has made. As the first factor it ends all other sessions and brings recovery codes. */
export const addPasskey = command({
  name: "sessions.addPasskey",
  access: "person",
  input: addPasskeyInput,
  output: addedPasskeySchema,
  example: (given) => ({ name: "Laptop", response: JSON.parse(given.passkeyMade ?? "{}") }),
  async run(context) {
    const { actor, input, now } = context;
    const user = await lockUser(actor, actor.userId ?? "");
    const { companyId, id: userId } = user;
    await requireProofFor(context, user);
    const challenge = await takeChallenge(context, userId, "add");
    const made = challenge && (await verifyRegistration(input.response, challenge));
    if (!made) throw invalidField("response", "This passkey could not be checked. Begin again.", "unverified_passkey");
    if ((await prisma.passkey.count({ where: { companyId, userId } })) >= maxPasskeys)
      throw new AppError("limit_reached");
    const first = !(await hasFactor(actor, userId));
    const passkey = { companyId, id: newId(), userId, name: input.name, ...made, createdAt: now, lastUsedAt: null };
    // Nothing that could be asked: another company's keys are not to be seen.
    const { count } = await prisma.passkey.createMany({ data: [passkey], skipDuplicates: true });
    if (count === 0) throw new AppError("already_exists");
    const codes = await ensureRecovery(context, userId);
    if (first) await endSessionsOf(context, userId, actor.sessionId);
    told(context, userId, "passkey_added");
    return { passkey, codes };
  },
});
