import { z } from "zod";
import { AppError, notFound } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import type { Passkey } from "#server/db/generated/client.ts";
import { lockRow } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import { lockUser, ownUser } from "#server/users/access.ts";
import { requireProof } from "../access.ts";
import { endSessionsOf } from "../ending.ts";
import { factorOf } from "../factors/access.ts";
import { isRequired, told } from "../factors/setting-up.ts";
import { takesPasskeys } from "./relying-party.ts";
import { passkeyIdInput, passkeySchema, renamePasskeyInput } from "./schema.ts";

/** One's own passkeys, the oldest first, and whether this installation can take more. */
export const listPasskeys = query({
  name: "sessions.passkeys",
  access: "person",
  input: z.object({}),
  output: z.object({ possible: z.boolean(), passkeys: z.array(passkeySchema) }),
  example: () => ({}),
  async run({ actor }) {
    const { companyId, id: userId } = await ownUser(actor);
    const passkeys = await prisma.passkey.findMany({ where: { companyId, userId }, orderBy: { id: "asc" }, take: 50 });
    return { possible: takesPasskeys, passkeys };
  },
});

async function lockOwn({ companyId, userId }: Actor, id: string): Promise<Passkey> {
  const found = await lockRow("passkeys", { companyId, id });
  if (!found || found.userId !== userId) throw notFound("passkey");
  return found;
}

export const renamePasskey = command({
  name: "sessions.renamePasskey",
  access: "person",
  input: renamePasskeyInput,
  output: passkeySchema,
  example: (given) => ({ passkeyId: given.passkeyId ?? "", name: "Phone" }),
  async run(context) {
    const { companyId, id, userId } = await lockOwn(context.actor, context.input.passkeyId);
    const data = { name: context.input.name };
    const after = await prisma.passkey.update({ where: { companyId_id: { companyId, id } }, data });
    told(context, userId, "passkey_renamed");
    return after;
  },
});

/** Removes one's own, and ends all other sessions; not the last factor of who must have one. */
export const removePasskey = command({
  name: "sessions.removePasskey",
  access: "person",
  input: passkeyIdInput,
  output: z.object({}),
  example: (given) => ({ passkeyId: given.passkeyId ?? "" }),
  async run(context) {
    const { actor, input } = context;
    const user = await lockUser(actor, actor.userId ?? "");
    const { companyId, id } = await lockOwn(actor, input.passkeyId);
    await requireProof(context);
    const others = await prisma.passkey.count({ where: { companyId, userId: user.id, id: { not: id } } });
    const last = others === 0 && !(await factorOf(actor, user.id));
    if (last && (await isRequired(actor, user)))
      throw new AppError("conflict", {
        message: "Your company asks for a second factor of your role. Add another first.",
      });
    await prisma.passkey.deleteMany({ where: { companyId, id } });
    // Recovery codes are of no use without what they stand in for.
    if (last) await prisma.secondFactor.deleteMany({ where: { companyId, userId: user.id } });
    await endSessionsOf(context, user.id, actor.sessionId);
    told(context, user.id, "passkey_removed");
    return {};
  },
});
