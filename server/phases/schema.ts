import { z } from "zod";
import { filterConversationsInput } from "#server/conversations/schema.ts";
import { dateOut, idField, ifMatchField } from "#server/core/fields.ts";
import { phaseTypes } from "./choices.ts";

const daysField = z.int().min(0).max(3650);
const agingField = daysField.meta({ description: "Days in the phase after which a card turns amber; 0: never." });
const staleField = daysField.meta({ description: "Days in the phase after which a card turns red; 0: never." });

export const phaseSchema = z
  .object({
    id: idField,
    name: z.string(),
    order: z.int().meta({ description: "Position in the pipeline, from 0 without gaps." }),
    type: z.enum(phaseTypes),
    agingDays: agingField,
    staleDays: staleField,
    updatedAt: dateOut,
  })
  .meta({ id: "Phase", description: "A column of the company's pipeline." });

export type Phase = z.infer<typeof phaseSchema>;

export const deletedPhaseSchema = phaseSchema.extend({ deleted: z.literal(true) });

export const phaseCountSchema = z
  .object({ phaseId: z.string(), phaseName: z.string(), count: z.int() })
  .meta({ id: "PhaseCount", description: "How many open conversations are in a phase." });

const nameField = z.string().trim().min(1).max(255);
const orderField = z.int().min(0).max(10_000).meta({ description: "Position; larger than the last means at the end." });

export const createPhaseInput = z.object({
  name: nameField,
  type: z.enum(phaseTypes),
  order: orderField.optional(),
  agingDays: agingField.optional(),
  staleDays: staleField.optional(),
});

export const updatePhaseInput = z.object({
  phaseId: z.string(),
  name: nameField.optional(),
  type: z.enum(phaseTypes).optional(),
  order: orderField.optional(),
  agingDays: agingField.optional(),
  staleDays: staleField.optional(),
  ifMatch: ifMatchField,
});

export const deletePhaseInput = z.object({
  phaseId: z.string(),
  moveTo: z
    .string()
    .max(64)
    .optional()
    .meta({ description: "Phase that takes over the conversations; needed when there are any." }),
});

export const countPhasesInput = filterConversationsInput;
