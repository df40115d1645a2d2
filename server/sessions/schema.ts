import { z } from "zod";
import { dateOut, idField } from "#server/core/fields.ts";
import { assertionSchema } from "#server/sessions/passkeys/schema.ts";
import { profileSchema } from "#server/users/schema.ts";

export const sessionSchema = z
  .object({
    id: idField,
    /** Of the person who asks: this very browser. */
    current: z.boolean(),
    device: z.string().meta({ description: "What the browser says of itself, e.g. desktop, macOS, Chrome." }),
    address: z.string(),
    createdAt: dateOut,
    lastSeenAt: dateOut,
    expiresAt: dateOut,
  })
  .meta({ description: "A signed-in browser." });

export type Session = z.infer<typeof sessionSchema>;

export const startSessionInput = z.object({
  userId: z.string(),
  userAgent: z.string().max(2000).default(""),
  address: z.string().max(64).default(""),
  way: z
    .enum(["password", "passkey", "single_sign_on", "invitation"])
    .default("password")
    .meta({ description: "How the person was known." }),
  provenAt: z
    .date()
    .nullable()
    .optional()
    .meta({ description: "When they last showed that it is them; null: nobody knows; absent: just now." }),
  unknownDevice: z
    .boolean()
    .default(false)
    .meta({ description: "This browser has not signed in to the account before." }),
  passwordHash: z.string().optional().meta({ description: "To which the password was found right: it must be still." }),
  factorAsked: z.boolean().default(true).meta({ description: "False: there was none, and there must be none still." }),
});

/** A person's identity at an identity provider, in its own words. */
export const bindIdentityInput = z.object({
  userId: z.string(),
  issuer: z.string().max(2048),
  subject: z.string().min(1).max(255),
});

export const stepUpInput = z.object({
  password: z.string().max(1000).optional(),
  code: z
    .string()
    .trim()
    .max(40)
    .optional()
    .meta({ description: "Of the app, or of recovery, in place of the password." }),
  passkey: assertionSchema.optional().meta({ description: "What one's passkey signed, in place of the password." }),
});

export const seeAsInput = z.object({ userId: z.string().meta({ description: "Whose view of the product." }) });
export const sessionIdInput = z.object({ sessionId: z.string() });
export const endedSchema = z.object({ ended: z.int().meta({ description: "How many sessions were ended." }) });

/** What a page knows of its viewer, passed in a request header that clients cannot set. */
export const viewerSchema = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("anonymous"),
    firstRun: z.boolean(),
    /** Name of the identity provider, where there is one. */
    singleSignOn: z.string().optional(),
  }),
  /** `preview`: an administrator looks as the person of the profile. */
  z.object({
    state: z.literal("signed-in"),
    profile: profileSchema,
    unread: z.int(),
    seq: z.int(),
    preview: z.boolean(),
    /** This browser has sessions of other companies too. */
    several: z.boolean(),
  }),
]);
export type Viewer = z.infer<typeof viewerSchema>;
