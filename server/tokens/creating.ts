import { AppError, invalidField } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { newSecret, sha256 } from "#server/base/secrets.ts";
import type { Actor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { intersect, type Permission } from "#server/core/permissions.ts";
import { asWorded } from "#server/core/rights.ts";
import { prisma } from "#server/db/prisma.ts";
import { requireProof } from "#server/sessions/access.ts";
import { ownUser } from "#server/users/access.ts";
import { tokenPrefix } from "./authentication.ts";
import { createdTokenSchema, createTokenInput } from "./schema.ts";

const maxTokens = 200;

/** The wished permissions that the creator holds (C3); refuses, naming them, where none is held. */
function granted(actor: Actor, wanted: readonly Permission[]): Permission[] {
  const cut = intersect(wanted, asWorded(actor));
  if (cut.size === 0) {
    throw new AppError("forbidden", {
      message: "You have none of these permissions yourself.",
      extra: { requiredPermissions: wanted },
    });
  }
  // admin is kept as one word: it also means what is added later.
  return wanted.includes("admin") && cut.has("admin") ? ["admin"] : ([...cut] as Permission[]);
}

/** A new token of the person who asks, never with more than they may do. Its secret is answered this once. */
export const createToken = command({
  name: "tokens.create",
  access: "person",
  input: createTokenInput,
  output: createdTokenSchema,
  example: () => ({ name: "CRM", permissions: ["clients_read"] }),
  async run(context) {
    const { actor, input, now, emit } = context;
    const owner = await ownUser(actor);
    const permissions = granted(actor, input.permissions);
    const { expiresAt } = input;
    if (expiresAt && expiresAt <= now) throw invalidField("expiresAt", "expiresAt must be later than now.", "past");
    await requireProof(context);
    const { companyId } = actor;
    const count = await prisma.apiToken.count({ where: { companyId, revokedAt: null } });
    if (count >= maxTokens)
      throw new AppError("limit_reached", { message: `At most ${maxTokens} tokens: revoke those you no longer need.` });
    const token = newSecret(tokenPrefix);
    const data = {
      companyId,
      id: newId(),
      userId: owner.id,
      name: input.name,
      permissions,
      createdAt: now,
      expiresAt,
      hash: sha256(token),
      prefix: tokenPrefix,
      last4: token.slice(-4),
    };
    const created = await prisma.apiToken.create({ data, omit: { hash: true } });
    const changes = {
      permissions: { before: null, after: permissions },
      expiresAt: { before: null, after: expiresAt?.toISOString() ?? null },
    };
    emit({ type: "token/changed", data: { id: created.id, changes } });
    return { ...created, userName: owner.name, token };
  },
});
