import { z } from "zod";
import { dateOut, idField } from "#server/core/fields.ts";

/** For what a signed-in person's device signs a challenge. */
export type ChallengePurpose = "add" | "prove";

export const passkeySchema = z
  .object({
    id: idField,
    name: z.string(),
    synced: z.boolean().meta({ description: "Kept for the person's other devices too, by the device's maker." }),
    createdAt: dateOut,
    lastUsedAt: dateOut.nullable(),
  })
  .meta({ description: "A key of a person's device or password manager (WebAuthn)." });
export type Passkey = z.infer<typeof passkeySchema>;

const bytes = (max: number) => z.string().min(1).max(max);
const transports = z.array(z.string().max(40)).max(10);

/** What a browser answers after a key was made; what the fields mean is the library's business. */
const registrationSchema = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: bytes(8000),
    attestationObject: bytes(20_000),
    transports: transports.optional(),
  }),
});
export type Registration = z.infer<typeof registrationSchema>;

/** What a browser answers after a key has signed. */
export const assertionSchema = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: bytes(8000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: z.string().max(200).nullish(),
  }),
});
export type Assertion = z.infer<typeof assertionSchema>;

const key = z.object({ id: z.string(), type: z.literal("public-key"), transports: z.array(z.string()) });

/** For `startAuthentication` of @simplewebauthn/browser. */
export const assertionOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal("required"),
  allowCredentials: z.array(key),
});
export type AssertionOptions = z.infer<typeof assertionOptionsSchema>;

/** For `startRegistration` of @simplewebauthn/browser. */
export const registrationOptionsSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal("public-key") })),
  timeout: z.int(),
  attestation: z.literal("none"),
  excludeCredentials: z.array(key),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
});

const nameField = z.string().trim().min(1).max(100).meta({ description: "What the person calls it." });
export const addPasskeyInput = z.object({ name: nameField, response: registrationSchema });
export const addedPasskeySchema = z.object({
  passkey: passkeySchema,
  codes: z
    .array(z.string())
    .meta({ description: "Recovery codes, where the person had none; each signs in once, not shown again." }),
});
export const renamePasskeyInput = z.object({ passkeyId: z.string(), name: nameField });
export const passkeyIdInput = z.object({ passkeyId: z.string() });
