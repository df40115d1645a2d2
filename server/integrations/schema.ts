import { z } from "zod";
import { dateOut, freeObject, idField, ifMatchField } from "#server/core/fields.ts";
import { cursorInput, pageInput, pageOf } from "#server/core/page-fields.ts";
import { maskable } from "#server/core/permissions.ts";
import { causes, integrationTypes, lackings, runCauses, runReasons, runStatuses } from "./choices.ts";

export const integrationSchema = z
  .object({
    id: idField,
    name: z.string(),
    type: z.enum(integrationTypes),
    enabled: z.boolean(),
    config: z.record(z.string(), z.unknown()).meta({
      description: "Settings of the other product. Texts under secret-looking keys are masked.",
    }),
    causes: z.array(z.enum(causes)).meta({
      description:
        "What it acts on: a conversation became a lead, was won, was closed. `config.on` chooses; else its type's own.",
    }),
    lacks: z.array(z.enum(lackings)).meta({
      description:
        "What is missing before it can act: keys of `config`; `plan`: the plan leaves it out; `permission`: whoever wrote its config may not read all conversations, so somebody who may must save it.",
    }),
    address: z
      .object({
        madeAt: dateOut.meta({ description: "When it was made." }),
        readAt: dateOut.nullable().meta({ description: "When it was last read, within a minute; null: not yet." }),
        hidden: z.array(z.enum(maskable)).meta({ description: "What of people its readers do not see." }),
      })
      .nullable()
      .meta({ description: "Type sheets: the address that spreadsheets read; null: there is none." }),
    failingSince: dateOut.nullable().meta({ description: "Since when its runs fail; null: the last one went well." }),
    updatedAt: dateOut.meta({ description: "When it was last changed." }),
  })
  .meta({ id: "Integration", description: "A connection to another product; every company has one of each type." });
export type IntegrationView = z.infer<typeof integrationSchema>;

export const integrationIdInput = z.object({ integrationId: z.string() });

export const updateIntegrationInput = integrationIdInput.extend({
  enabled: z.boolean().optional(),
  config: freeObject(100, 16 * 1024)
    .optional()
    .meta({
      description:
        "Replaces the whole configuration, at most 16 KB and 100 keys. A mask that is sent back keeps the stored secret.",
    }),
  ifMatch: ifMatchField,
});

const callSchema = z
  .object({
    at: dateOut,
    attempt: z.int().meta({ description: "1 for the first attempt of the run." }),
    method: z.string().meta({ description: "Of HTTP, or MAIL for a mail." }),
    url: z.string(),
    headers: z.record(z.string(), z.string()).meta({ description: "Headers sent, secrets hidden." }),
    body: z.string().meta({ description: "What was sent, at most 4 KB; empty without clients_read." }),
    statusCode: z.int().nullable().meta({ description: "null: no answer came." }),
    answer: z.string().nullable().meta({ description: "At most 4 KB; empty without clients_read." }),
    durationMs: z.int(),
  })
  .meta({ id: "IntegrationCall", description: "One call of another server." });

export const runSchema = z
  .object({
    id: idField,
    integrationId: idField,
    conversationId: z.string().nullable().meta({ description: "null: a test." }),
    visitorName: z.string().meta({ description: "Of the conversation; empty where it may not be read." }),
    cause: z.enum(runCauses).meta({ description: "What it ran for." }),
    status: z.enum(runStatuses).meta({ description: "skipped: there was nothing to do." }),
    attempt: z.int().meta({ description: "Attempts made so far." }),
    nextAttemptAt: dateOut.nullable().meta({ description: "null: none will follow." }),
    reason: z.enum(runReasons).meta({ description: "Why it failed or was skipped; empty: neither." }),
    message: z.string().meta({ description: "The same in words." }),
    calls: z.array(callSchema).meta({ description: "What was sent, and what came back, the first call first." }),
    createdAt: dateOut,
    finishedAt: dateOut.nullable(),
  })
  .meta({ id: "IntegrationRun", description: "What an integration did for one cause; kept for 30 days." });
export type IntegrationRunView = z.infer<typeof runSchema>;

export const listRunsInput = integrationIdInput.extend({
  status: z.enum(runStatuses).optional().meta({ description: "Only runs that stand so." }),
  ...pageInput,
  ...cursorInput,
});
export const runPage = pageOf(runSchema);
