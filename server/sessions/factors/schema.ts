import { z } from "zod";

export const factorStatusSchema = z.object({
  enabled: z.boolean().meta({ description: "An app makes codes." }),
  passkeys: z.int().meta({ description: "How many passkeys there are: each counts as a second factor too." }),
  required: z.boolean().meta({ description: "The company asks it of this person's role." }),
  recoveryCodes: z.int().meta({ description: "How many recovery codes have not been used." }),
});

export const factorDraftSchema = z.object({
  secret: z.string().meta({ description: "For apps that take no picture: base32." }),
  svg: z.string().meta({ description: "The QR code for the app." }),
});

export const codeField = z.string().trim().min(1).max(40);
export const recoveryCodesSchema = z.object({
  codes: z.array(z.string()).meta({ description: "Each signs in once in place of a code; not shown again." }),
});
