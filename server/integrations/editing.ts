import { isDeepStrictEqual } from "node:util";
import { command } from "#server/core/operation.ts";
import { execute, json, sql } from "#server/db/sql.ts";
import { lockIntegration } from "./access.ts";
import { viewIntegration } from "./listing.ts";
import { integrationSchema, updateIntegrationInput } from "./schema.ts";
import { sealedConfig } from "./secrecy.ts";

/** PATCH /v1/integrations/{integrationId} (L7) */
export const updateIntegration = command({
  name: "integrations.update",
  access: "websites_write",
  input: updateIntegrationInput,
  output: integrationSchema,
  example: (given) => ({ integrationId: given.integrationId ?? "", enabled: true, config: { account: "7" } }),
  async run({ actor, input, now, emit }) {
    const before = await lockIntegration(actor, input.integrationId);
    const config = input.config === undefined ? before.config : sealedConfig(input.config, before.config);
    const after = { ...before, enabled: input.enabled ?? before.enabled, config };
    if (isDeepStrictEqual(after, before)) return viewIntegration(before);
    await execute(sql`
      update integrations set "enabled" = ${after.enabled}, "config" = ${json(config)}, "updatedAt" = ${now}
      where "companyId" = ${actor.companyId} and "id" = ${before.id}`);
    emit({ type: "integration/changed", data: { id: before.id } });
    return viewIntegration(after);
  },
});
