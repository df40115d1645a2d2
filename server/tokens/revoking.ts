import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { lockToken } from "./access.ts";
import { expectTokenChange } from "./authentication.ts";
import { tokenIdInput, tokenSchema } from "./schema.ts";

/** Ends a token at once: one's own, or any for administrators. */
export const revokeToken = command({
  name: "tokens.revoke",
  access: "person",
  input: tokenIdInput,
  output: tokenSchema,
  example: (given) => ({ tokenId: given.tokenId ?? "" }),
  async run({ actor, input, now, emit }) {
    const token = await lockToken(actor, input.tokenId);
    const { companyId, id } = token;
    await prisma.apiToken.update({ where: { companyId_id: { companyId, id } }, data: { revokedAt: now } });
    expectTokenChange({ companyId, id });
    const { permissions, expiresAt } = token;
    const changes = {
      permissions: { before: permissions, after: null },
      expiresAt: { before: expiresAt?.toISOString() ?? null, after: null },
    };
    emit({ type: "token/changed", data: { id, changes } });
    return token;
  },
});
