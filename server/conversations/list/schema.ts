import { z } from "zod";
import { customList } from "#server/fields/schema.ts";

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
      "Comma-separated conditions on defined custom fields of conversations, each a key, then =, >= or <=, then a value: reason=Refund,boxes>=2. Several values of one field are alternatives; all else must hold together. Nothing after = finds those without a value. A comma in a value is written %2C.",
  }),
};
