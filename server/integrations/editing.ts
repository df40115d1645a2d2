import { isDeepStrictEqual } from "node:util";
import { command } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import { readsAll } from "#server/core/rights.ts";
import { momentAfter } from "#server/db/moment.ts";
import { prisma } from "#server/db/prisma.ts";
import { requireProof } from "#server/sessions/access.ts";
import { lockIntegration } from "./access.ts";
import { viewIntegration } from "./listing.ts";
import { integrationSchema, updateIntegrationInput } from "./schema.ts";
import { sealedConfig } from "./secrecy.ts";

/**
 * PATCH /v1/integrations/{integrationId} (L7). What it sends is for readers of all conversations: until one of them has
 * saved its config, it stays as it was written and does not act.
 */
export const updateIntegration = command({
  name: "integrations.update",
  access: "websites_write",
  input: updateIntegrationInput,
  output: integrationSchema,
  example: (given) => ({ integrationId: given.integrationId ?? "", enabled: true, config: { account: "7" } }),
  async run({ actor, input, now, emit }) {
    const before = await lockIntegration(actor, input.integrationId);
    const config = input.config === undefined ? before.config : sealedConfig(input.config, before.config);
    const trusted = readsAll(actor) || (before.trusted && isDeepStrictEqual(config, before.config));
    const after = { ...before, enabled: input.enabled ?? before.enabled, config, trusted };
    if (!isDeepStrictEqual(config, before.config)) await requireProof({ actor, now });
    requireMatch(input.ifMatch, before.updatedAt);
    if (isDeepStrictEqual(after, before)) return viewIntegration(actor, before);
    const { companyId, id, enabled } = after;
    const updatedAt = momentAfter(before.updatedAt);
    await prisma.integration.update({
      where: { companyId_id: { companyId, id } },
      data: { enabled, config, trusted, updatedAt },
    });
    emit({ type: "integration/changed", data: { id } });
    return viewIntegration(actor, { ...after, updatedAt });
  },
});
