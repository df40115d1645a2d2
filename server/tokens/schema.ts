import { z } from "zod";
import { dateIn, dateOut, idField } from "#server/core/fields.ts";
import { isPermission, type Permission, permissionNames } from "#server/core/permissions.ts";

const permissionField = z.string().refine(isPermission, { message: "No such permission." });

export const tokenSchema = z
  .object({
    id: idField,
    name: z.string(),
    /** The beginning and the end of the token: enough to tell it from others. */
    prefix: z.string(),
    last4: z.string(),
    permissions: z.array(z.string()),
    /** Whose it is: it never has more than this person's permissions. */
    userId: z.string(),
    userName: z.string(),
    createdAt: dateOut,
    lastUsedAt: dateOut.nullable(),
    expiresAt: dateOut.nullable().meta({ description: "From then on it is refused; null: never." }),
  })
  .meta({ description: "An API token, without its secret." });

export type Token = z.infer<typeof tokenSchema>;

export const createTokenInput = z.object({
  name: z.string().trim().min(1).max(255),
  permissions: z
    .array(permissionField)
    .min(1)
    .max(permissionNames.length)
    .transform((list) => [...new Set(list)] as Permission[]),
  expiresAt: dateIn.nullable().default(null).meta({ description: "When it ends; left out or null: never." }),
});

export const createdTokenSchema = tokenSchema.extend({
  token: z.string().meta({ description: "Shown this once." }),
});

export const tokenIdInput = z.object({ tokenId: z.string() });
