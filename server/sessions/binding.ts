import { z } from "zod";
import type { Actor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { readableUser } from "#server/users/access.ts";
import { bindIdentityInput } from "./schema.ts";

/**
 * Links a user to a person at the identity provider. From then on the link decides and not an address, which another
 * company may put into its own list.
 */
export const bindIdentity = command({
  name: "sessions.bindIdentity",
  access: "system",
  input: bindIdentityInput,
  output: z.object({}),
  example: (given) => ({ userId: given.userId ?? "", issuer: "https://id.example.com", subject: "ana" }),
  async run({ actor, input, now }) {
    const user = await readableUser(actor, input.userId);
    const { companyId } = actor;
    const key = { companyId, issuer: input.issuer, subject: input.subject };
    await prisma.userIdentity.upsert({
      where: { companyId_issuer_subject: key },
      create: { ...key, userId: user.id, createdAt: now },
      update: { userId: user.id },
    });
    return {};
  },
});

/** Whether a person of the provider has signed in as this user. */
export async function isBound({ companyId }: Pick<Actor, "companyId">, userId: string): Promise<boolean> {
  return (await prisma.userIdentity.count({ where: { companyId, userId } })) > 0;
}

/** Ends the link of this user: the next person is accepted by the user's address again. */
export async function unbindIdentities({ companyId }: Actor, userId: string): Promise<void> {
  await prisma.userIdentity.deleteMany({ where: { companyId, userId } });
}
