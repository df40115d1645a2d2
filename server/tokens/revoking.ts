import { command } from "#server/core/operation.ts";
import { execute, sql } from "#server/db/sql.ts";
import { readableToken } from "./access.ts";
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
    const token = await readableToken(actor, input.tokenId);
    await execute(sql`
      update api_tokens set "revokedAt" = ${now} where "companyId" = ${actor.companyId} and "id" = ${token.id}`);
    expectTokenChange({ companyId: actor.companyId, id: token.id });
    const { permissions, expiresAt } = token;
    const changes = {
      permissions: { before: permissions, after: null },
      expiresAt: { before: expiresAt?.toISOString() ?? null, after: null },
    };
    emit({ type: "token/changed", data: { id: token.id, changes } });
    return token;
  },
});
