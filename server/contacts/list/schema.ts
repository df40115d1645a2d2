import { z } from "zod";
import { customPrefix, orderFields } from "../choices.ts";

export const contactOrder = {
  orderBy: z
    .union([z.enum(orderFields), z.templateLiteral([customPrefix, z.string().min(1).max(100)])])
    .default("_id")
    .meta({
      description:
        "Sort field; _id is the id. customFields. and the key of a defined custom field sorts by it, those without a value last: of at most 100,000 contacts.",
    }),
  order: z.enum(["asc", "desc"]).default("desc"),
};
