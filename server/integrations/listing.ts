import { z } from "zod";
import { query } from "#server/core/operation.ts";
import type { Integration } from "#server/db/generated/client.ts";
import { integrationsOf, readableIntegration } from "./access.ts";
import { integrationIdInput, integrationSchema } from "./schema.ts";
import { masked } from "./secrecy.ts";

export function viewIntegration(found: Integration): z.input<typeof integrationSchema> {
  return { ...found, config: masked(found.config) };
}

/** GET /v1/integrations (L7) */
export const listIntegrations = query({
  name: "integrations.list",
  access: "websites_read",
  input: z.object({}),
  output: z.array(integrationSchema),
  example: () => ({}),
  run: async ({ actor }) => (await integrationsOf(actor)).map(viewIntegration),
});

/** GET /v1/integrations/{integrationId} */
export const readIntegration = query({
  name: "integrations.read",
  access: "websites_read",
  input: integrationIdInput,
  output: integrationSchema,
  example: (given) => ({ integrationId: given.integrationId ?? "" }),
  run: async ({ actor, input }) => viewIntegration(await readableIntegration(actor, input.integrationId)),
});
