import { z } from "zod";
import { customList } from "#server/fields/schema.ts";
import { type SortField, sortFields } from "../choices.ts";

const values = z.record(z.string(), z.unknown());

/** What the company keeps of a conversation: a part of the resource, of what may be written, and of the filters (W9). */
export const customFields = {
  customFields: values.meta({
    description:
      "What the company keeps of the conversation, by the keys of GET /v1/custom-fields?entity=conversation.",
  }),
};

export const writableCustomFields = {
  customFields: values
    .optional()
    .meta({ description: "Merged key by key; null removes one. At most 50 keys and 16 KB." }),
};

export const customFilters = {
  customFields: customList.optional().meta({
    description:
      "Comma-separated conditions on defined custom fields of conversations, each a key, then =, >= or <=, then a value: reason=Refund,boxes>=2. Several values of one field are alternatives; all else must hold together. Nothing after = finds those without a value. A comma in a value is written %2C, which is %252C in an address.",
  }),
};

export type ConversationSort = { field: SortField; descending: boolean };

export const sortInput = z
  .string()
  .default("lastMessageAt:desc")
  .transform((text, context): ConversationSort => {
    const [field = "", order = "desc", ...rest] = text.split(":");
    const known = sortFields.find((name) => name === field);
    if (known && rest.length === 0 && (order === "asc" || order === "desc")) {
      return { field: known, descending: order === "desc" };
    }
    context.addIssue({ code: "custom", message: `Sort by one of ${sortFields.join(", ")}, with :asc or :desc.` });
    return z.NEVER;
  })
  .meta({
    description: `Field and order, e.g. createdAt:desc. Fields: ${sortFields.join(", ")}. Rows without a value come last.`,
  });
