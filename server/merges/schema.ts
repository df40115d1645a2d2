import { z } from "zod";
import { contactSchema } from "#server/contacts/schema.ts";
import { dateOut, idField } from "#server/core/fields.ts";

/** What moves with a contact, by where it lies. */
export type MovedIds = Record<"conversations" | "notes" | "tasks" | "campaignMessages", string[]>;

/** What may be chosen of either; tags and custom fields are put together. */
export const mergeFields = [
  ...(["name", "email", "phone", "externalId", "status", "subStatus", "assignedTo", "rating", "message"] as const),
  ...(["utmSource", "utmMedium", "utmCampaign", "gclid", "conversionUrl", "refererTracking", "device"] as const),
] as const;
export type MergeField = (typeof mergeFields)[number];

const side = z.enum(["winner", "loser"]);

export const mergeContactsInput = z.object({
  contactId: z.string().meta({ description: "The contact that stays." }),
  loserId: z.string().max(64).meta({ description: "The contact that goes into it." }),
  fields: z
    .partialRecord(z.union([z.enum(mergeFields), z.string().startsWith("customFields.").max(300)]), side)
    .default({})
    .meta({
      description:
        "Whose value stays, by field (`customFields.` and a name too): winner or loser. Without a word a filled field of the winner stays and an empty one is taken from the loser. Tags are put together, at most 50.",
      type: "object",
      additionalProperties: { type: "string", enum: ["winner", "loser"] },
    }),
});

export const mergeSchema = z
  .object({
    id: idField,
    contactId: z.string().meta({ description: "The contact that stays." }),
    loserId: z.string().meta({ description: "The contact that went into it." }),
    loserName: z.string().meta({ description: "What it was called." }),
    createdAt: dateOut,
    undoableUntil: dateOut.nullable().meta({ description: "Null: it was undone, or its 30 days are over." }),
    undoneAt: dateOut.nullable().meta({ description: "When it was undone; null: it was not." }),
  })
  .meta({ id: "ContactMerge", description: "Two contacts that were made one." });

export const mergedSchema = contactSchema
  .extend({ merge: mergeSchema })
  .meta({ id: "MergedContact", description: "The contact that stays, and its merge." });

export const unmergedSchema = mergedSchema
  .extend({ restored: contactSchema })
  .meta({ id: "UnmergedContacts", description: "The contact, its merge that was undone, and the one that is back." });

export const previewMergeInput = mergeContactsInput.pick({ contactId: true, loserId: true });

const moving = (what: string) => z.int().meta({ description: `${what} that would move.` });
export const mergePreviewSchema = z
  .object({
    conversations: moving("Conversations"),
    notes: moving("Notes"),
    tasks: moving("Tasks"),
    templateMessages: moving("Template messages"),
  })
  .meta({ id: "MergePreview", description: "What a merge would move to the contact that stays." });

export const mergeIdInput = z.object({
  contactId: z.string(),
  mergeId: z.string().meta({ description: "Id of the merge." }),
});
export const mergesOfInput = z.object({ contactId: z.string() });
