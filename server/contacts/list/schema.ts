import { z } from "zod";
import { customPrefix, orderFields, readCondition } from "../choices.ts";

/** A comma in a value is written %2C where the list is one text. */
export const customList = z
  .union([
    z.string().transform((text) => text.split(",").map((item) => item.replace(/%2C/giu, ",").trim())),
    z.array(z.string()),
  ])
  .transform((items) => items.filter((item) => item !== ""))
  .pipe(
    z
      .array(
        z
          .string()
          .max(400)
          .refine((item) => readCondition(item) !== undefined, {
            message: "A key, then =, >= or <=, then a value; >= and <= compare numbers and days.",
            params: { code: "invalid_value" },
          }),
      )
      .max(20),
  )
  .meta({ type: "array", items: { type: "string" } });

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
