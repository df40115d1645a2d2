import { z } from "zod";
import { dateOut } from "#server/core/fields.ts";
import { questionNodeSchema } from "../schema.ts";
import { chatbotIdInput } from "./schema.ts";

/** While someone types, a field may be too long or hold half an address. Only what identifies steps must be right. */
const draftNode = z.looseObject({ id: z.int(), internal_name: z.string().max(64) });

const draftNodes = z.array(draftNode).max(1000).meta({ description: "The whole flow; at most 512 KB." });
const revisionField = z.int().min(0);

export const draftStateSchema = z.object({
  revision: revisionField.meta({ description: "Grows by one with each save of the draft." }),
  base: z.int().meta({ description: "The published version that the draft began from." }),
  authorId: z.string(),
  author: z.string().meta({ description: "Who saved it last." }),
  savedAt: dateOut,
});

/* The database keeps fields in an order of its own: right steps get that of published ones, half-written ones stay. */
const readNodes = z.array(z.union([questionNodeSchema, draftNode])).meta({ description: "The whole flow." });

export const draftSchema = draftStateSchema.extend({ nodes: readNodes });

export const saveDraftInput = chatbotIdInput.extend({
  nodes: draftNodes,
  base: z.int().min(0),
  revision: revisionField.meta({
    description: "The revision it was made on, 0 for the first; a stale one is refused.",
  }),
});

export const discardDraftInput = saveDraftInput.pick({ chatbotId: true, revision: true });
