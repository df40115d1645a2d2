import { z } from "zod";
import { customPrefix, orderFields } from "../choices.ts";

const byCustomField = z.templateLiteral([customPrefix, z.string().min(1).max(100)], {
  error: `must be one of ${orderFields.join(", ")}, or ${customPrefix} and the key of a custom field`,
});

export const contactOrder = {
  orderBy: z
    .union([z.enum(orderFields), byCustomField])
    .default("_id")
    .meta({
      description:
        "Sort field; _id is the id. customFields. and the key of a defined custom field sorts by it, those without a value last: of at most 100,000 contacts.",
    }),
  order: z.enum(["asc", "desc"]).default("desc").meta({ description: "Ascending or descending, by orderBy." }),
};
