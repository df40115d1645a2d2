import { z } from "zod";
import { checkedSchema } from "../connection/schema.ts";

/** How the window may end with something to connect. Words of the platform. */
export const signUpEvents = ["FINISH", "FINISH_ONLY_WABA", "FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING"] as const;
export type SignUpEvent = (typeof signUpEvents)[number];

const platformId = z
  .string()
  .regex(/^\d{0,32}$/)
  .default("");

export const signUpOfferSchema = z.object({
  label: z.string().meta({ description: "The channel's name." }),
  appId: z.string(),
  configId: z.string(),
  version: z.string().meta({ description: "Of the Graph API." }),
  sdkUrl: z.string().meta({ description: "Where the script that opens the window is." }),
  sandbox: z.boolean().meta({ description: "The window is the simulator's, not Meta's." }),
});
export type SignUpOffer = z.output<typeof signUpOfferSchema>;

export const finishSignUpInput = z.object({
  channelId: z.string(),
  code: z.string().max(4096).default("").meta({ description: "From the window; good for half a minute, once." }),
  event: z.enum(signUpEvents).default("FINISH"),
  wabaId: platformId,
  phoneNumberId: platformId.meta({ description: "Empty where the window did not say, or to be chosen." }),
  grant: z
    .string()
    .max(8192)
    .default("")
    .meta({ description: "Instead of a code: what an answer to choose from gave." }),
  pin: z
    .string()
    .regex(/^\d{6}$/, { message: "Six digits." })
    .optional()
    .meta({ description: "The number's PIN, where it has one; else one is made." }),
});

const numberSchema = z.object({ id: z.string(), number: z.string(), name: z.string() });

export const signUpOutcomeSchema = z.object({
  outcome: z
    .enum(["connected", "checked", "choose", "no_number", "refused"])
    .meta({ description: "checked: everything was tried and something is missing." }),
  checked: checkedSchema.nullable(),
  numbers: z.array(numberSchema).meta({ description: "To choose from." }),
  grant: z.string(),
  pin: z.string().meta({ description: "The number was registered with this PIN, which is shown this once." }),
  refusal: z.string().meta({ description: "Why the platform refused; empty where it did not." }),
  history: z
    .enum(["none", "asked", "refused"])
    .meta({ description: "Of a number's phone app: contacts and messages." }),
});
