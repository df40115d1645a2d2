import { z } from "zod";
import { appearancePatch, appearanceSchema, chatbotSummarySchema } from "#server/chatbots/schema.ts";
import { booleanText, dateOut, idField } from "#server/core/fields.ts";

export const channelTypes = ["WEBSITE", "WHATSAPP_API", "WHATSAPP_BUSINESS", "FACEBOOK", "INSTAGRAM"] as const;
export type ChannelType = (typeof channelTypes)[number];

function originOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined;
  return url.username || url.password || url.search || url.hash || url.pathname !== "/" ? undefined : url.origin;
}

/** `https://*.example.com` allows every subdomain, not the domain itself. */
const originField = z
  .string()
  .trim()
  .max(255)
  .transform((text, context) => {
    const wildcard = /^(https?:\/\/)\*\.([^*]+)$/.exec(text);
    const origin = wildcard ? originOf(`${wildcard[1]}${wildcard[2]}`) : originOf(text);
    if (origin) return wildcard ? origin.replace("://", "://*.") : origin;
    context.addIssue({
      code: "custom",
      message: "An origin looks like https://www.example.com or https://*.example.com, without a path.",
      params: { code: "invalid_origin" },
    });
    return z.NEVER;
  });

/** What a channel can be told. */
export const channelSettingsSchema = z
  .object({
    appearance: appearancePatch.meta({ description: "Overrides of the chatbot's appearance on this channel." }),
    allowedOrigins: z
      .array(originField)
      .max(50)
      .transform((origins) => [...new Set(origins)])
      .meta({ description: "Origins that may embed the widget; empty: any." }),
    identityRequired: z.boolean().meta({ description: "Refuse visitors without a signed identity." }),
    assignees: z
      .array(z.string().max(64))
      .max(200)
      .transform((ids) => [...new Set(ids)])
      .meta({ description: "User ids that automatic assignment goes round, in this order; empty: the whole team." }),
    humanAgent: z.boolean().optional().meta({
      description:
        "FACEBOOK and INSTAGRAM: people of the team may answer for 7 days (tag HUMAN_AGENT, which the app must be allowed).",
    }),
    historyWebhooks: z.boolean().optional().meta({
      description: "WHATSAPP_API: webhooks are also told of what a phone app's history brings in, with its own times.",
    }),
  })
  .meta({ id: "ChannelSettings", description: "Settings of a web channel." });

export const channelSchema = z
  .object({
    id: idField,
    type: z.enum(channelTypes),
    label: z.string(),
    connected: z.boolean().meta({ description: "Connected and receiving messages." }),
    testChannelUrl: z.string().meta({ description: "Where the chatbot can be tried on this channel.", format: "uri" }),
    chatbot: chatbotSummarySchema.nullable(),
    whatsappForm: z.boolean().optional().meta({ description: "WhatsApp only: the configuration form is active." }),
    disconnectionRequested: z
      .boolean()
      .optional()
      .meta({ description: "WHATSAPP_API only: a disconnection is in progress." }),
    sandbox: z.boolean().meta({ description: "Talks to the built-in simulator." }),
    settings: channelSettingsSchema,
    createdAt: dateOut,
    updatedAt: dateOut,
  })
  .meta({ id: "ChannelSite", description: "Where visitors come from." });

export type ChannelSite = z.infer<typeof channelSchema>;

const labelField = z.string().trim().min(1).max(255).meta({ description: "Readable name." });
const settingsInput = channelSettingsSchema
  .partial()
  .meta({ description: "Only the given keys change; appearance merges key by key, null removes an override." });

export const createChannelInput = z.object({
  type: z.enum(channelTypes),
  label: labelField,
  sandbox: z.boolean().default(false),
  settings: settingsInput.optional(),
});

/** null in `appearance` gives a key back to the chatbot's own. */
const appearanceChanges = z.object(
  Object.fromEntries(Object.entries(appearancePatch.shape).map(([key, field]) => [key, field.nullable()])),
);

export const updateChannelInput = z.object({
  channelId: z.string(),
  label: labelField.optional(),
  settings: z.object({ ...settingsInput.shape, appearance: appearanceChanges.optional() }).optional(),
});

export const channelIdInput = z.object({ channelId: z.string() });

export const deleteChannelInput = z.object({
  channelId: z.string(),
  force: booleanText.default(false).meta({ description: "Also with open conversations: they are closed." }),
});

export const deletedChannelSchema = z.object({ id: z.string(), deleted: z.literal(true) });

export const channelNameSchema = z.object({
  id: z.string(),
  type: z.enum(channelTypes),
  label: z.string(),
  humanAgent: z.boolean().meta({ description: "People may answer for 7 days (FACEBOOK and INSTAGRAM)." }),
  served: z.boolean().meta({ description: "A chatbot that is switched on and not muted serves it." }),
});

export const identitySecretSchema = z.object({
  channelId: z.string(),
  secret: z.string().meta({ description: "Signs visitor identities: JWT, HS256, aud = channel id." }),
});

export const channelLookSchema = z.object({
  channel: channelSchema,
  inherited: appearanceSchema.meta({ description: "The chatbot's appearance over the defaults." }),
  botName: z.string().meta({ description: "Title of the chatbot; empty when none serves the channel." }),
});

export type ChannelLook = z.infer<typeof channelLookSchema>;
