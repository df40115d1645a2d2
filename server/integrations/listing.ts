import { z } from "zod";
import { featuresOf, ownCompany } from "#server/companies/access.ts";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { maskable } from "#server/core/permissions.ts";
import type { Integration } from "#server/db/generated/client.ts";
import { integrationsOf, readableIntegration } from "./access.ts";
import { causesOf, lacksOf } from "./readiness.ts";
import { integrationIdInput, integrationSchema } from "./schema.ts";
import { masked } from "./secrecy.ts";

type View = z.input<typeof integrationSchema>;

function addressOf({ addressMadeAt: madeAt, addressReadAt: readAt, addressMasks }: Integration): View["address"] {
  return madeAt && { madeAt, readAt, hidden: maskable.filter((one) => addressMasks.includes(one)) };
}

async function viewIntegrations(actor: Actor, found: readonly Integration[]): Promise<View[]> {
  const features = featuresOf(await ownCompany(actor));
  return found.map((one) => ({
    ...one,
    config: masked(one.config),
    causes: [...causesOf(one)],
    lacks: lacksOf(one, features),
    address: addressOf(one),
  }));
}

export async function viewIntegration(actor: Actor, found: Integration): Promise<View> {
  const [view] = await viewIntegrations(actor, [found]);
  if (!view) throw new Error("one is viewed as one");
  return view;
}

/** GET /v1/integrations (L7) */
export const listIntegrations = query({
  name: "integrations.list",
  access: "websites_read",
  input: z.object({}),
  output: z.array(integrationSchema),
  example: () => ({}),
  run: async ({ actor }) => viewIntegrations(actor, await integrationsOf(actor)),
});

/** GET /v1/integrations/{integrationId} */
export const readIntegration = query({
  name: "integrations.read",
  access: "websites_read",
  input: integrationIdInput,
  output: integrationSchema,
  example: (given) => ({ integrationId: given.integrationId ?? "" }),
  run: async ({ actor, input }) => viewIntegration(actor, await readableIntegration(actor, input.integrationId)),
});
