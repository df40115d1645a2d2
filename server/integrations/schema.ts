import { z } from "zod";
import { freeObject, idField } from "#server/core/fields.ts";

export const integrationTypes = ["webhook", "email", "analytics", "sheets", "crm"] as const;
export type IntegrationType = (typeof integrationTypes)[number];

export const integrationSchema = z
  .object({
    id: idField,
    name: z.string(),
    type: z.enum(integrationTypes),
    enabled: z.boolean(),
    config: z.record(z.string(), z.unknown()).meta({
      description: "Settings of the other product. Texts under secret-looking keys are masked.",
    }),
  })
  .meta({ id: "Integration", description: "A connection to another product; every company has one of each type." });

export const integrationIdInput = z.object({ integrationId: z.string() });

export const updateIntegrationInput = integrationIdInput.extend({
  enabled: z.boolean().optional(),
  config: freeObject(100, 16 * 1024)
    .optional()
    .meta({
      description:
        "Replaces the whole configuration, at most 16 KB and 100 keys. A mask that is sent back keeps the stored secret.",
    }),
});
