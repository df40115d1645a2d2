import { notFound } from "#server/base/errors.ts";
import { newSecret, seal, unseal } from "#server/base/secrets.ts";
import type { Actor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { requireProof } from "#server/sessions/access.ts";
import { readableChannel } from "../access.ts";
import { channelIdInput, identitySecretSchema } from "../schema.ts";

/** The sealed secret of a web channel, under its row lock. Other channels have no visitors to identify. */
async function sealedSecret(actor: Actor, channelId: string): Promise<string | null> {
  const channel = await readableChannel(actor, channelId, true);
  if (channel.type !== "WEBSITE") throw notFound("channel");
  const found = await prisma.channel.findFirst({
    where: { companyId: actor.companyId, id: channel.id },
    select: { identitySecret: true },
  });
  return found?.identitySecret ?? null;
}

async function store({ companyId }: Actor, id: string, secret: string, now: Date): Promise<void> {
  const data = { identitySecret: seal(secret), updatedAt: now };
  await prisma.channel.update({ where: { companyId_id: { companyId, id } }, data, select: { id: true } });
}

/** Shows the identity secret, made on first sight. Only for those who may change the channel. */
export const revealIdentitySecret = command({
  name: "channels.revealIdentitySecret",
  access: "websites_write",
  input: channelIdInput,
  output: identitySecretSchema,
  example: (given) => ({ channelId: given.channelId ?? "" }),
  async run({ actor, input, now, emit }) {
    await requireProof({ actor, now });
    const sealed = await sealedSecret(actor, input.channelId);
    // The audit log records who has seen it, because with it one can sign identities of visitors.
    if (sealed) {
      emit({ type: "channel/changed", channelId: input.channelId, data: { id: input.channelId, revealed: true } });
      return { channelId: input.channelId, secret: unseal(sealed) };
    }
    const secret = newSecret("wis_");
    await store(actor, input.channelId, secret, now);
    emit({ type: "channel/changed", channelId: input.channelId, data: { id: input.channelId } });
    return { channelId: input.channelId, secret };
  },
});

/** A new identity secret; identities signed with the old one are refused from now on. */
export const rotateIdentitySecret = command({
  name: "channels.rotateIdentitySecret",
  access: "websites_write",
  input: channelIdInput,
  output: identitySecretSchema,
  example: (given) => ({ channelId: given.channelId ?? "" }),
  async run({ actor, input, now, emit }) {
    await requireProof({ actor, now });
    await sealedSecret(actor, input.channelId);
    const secret = newSecret("wis_");
    await store(actor, input.channelId, secret, now);
    emit({ type: "channel/changed", channelId: input.channelId, data: { id: input.channelId } });
    return { channelId: input.channelId, secret };
  },
});
