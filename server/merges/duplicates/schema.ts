import { z } from "zod";
import { duplicateReasons } from "#server/contacts/choices.ts";
import { contactSchema } from "#server/contacts/schema.ts";
import { dateOut } from "#server/core/fields.ts";
import { pageInput, pageOf } from "#server/core/page-fields.ts";

const { limit, offset, page } = pageInput;
export const listDuplicatesInput = z.object({ limit, offset, page });

const duplicateSchema = z
  .object({
    contacts: z.array(contactSchema).meta({ description: "Both, the older one first." }),
    reasons: z.array(z.enum(duplicateReasons)).meta({
      description:
        "What speaks for it: the same email, a variant of the same phone number, the same person on the platform, or a similar name with an email address at the same domain (not that of a public mail provider).",
    }),
    createdAt: dateOut.meta({ description: "When it was found." }),
  })
  .meta({ id: "LikelyDuplicate", description: "Two contacts that are likely to be one person." });
export type LikelyDuplicate = z.infer<typeof duplicateSchema>;

export const duplicatesPage = pageOf(duplicateSchema);

export const pairInput = z.object({
  contactId: z.string(),
  otherId: z.string().max(64).meta({ description: "The other contact." }),
});
export const pairAnswer = z.object({
  contactId: z.string(),
  otherId: z.string(),
  different: z.boolean().meta({ description: "true: they are known not to be the same person." }),
});
