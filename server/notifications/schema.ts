import { z } from "zod";
import { isKnownZone } from "#server/base/time-zones.ts";
import { booleanText, dateOut, idField } from "#server/core/fields.ts";
import { pageInput, pageOf } from "#server/core/page-fields.ts";
import { notificationKinds, ways } from "./choices.ts";

export const notificationSchema = z
  .object({
    id: idField,
    kind: z.enum(notificationKinds),
    aboutId: z.string().meta({ description: "The conversation, task, channel, webhook or import." }),
    conversationId: z.string().nullable(),
    name: z.string().meta({
      description:
        "The visitor's name, the task's title, the channel's label, the webhook's address or the import's file.",
    }),
    text: z.string().meta({ description: "The visitor's last message, or the note; empty for other kinds." }),
    actor: z.object({ id: z.string(), name: z.string() }).nullable().meta({ description: "The colleague behind it." }),
    count: z.int().meta({ description: "How often it happened while unread." }),
    readAt: dateOut.nullable().meta({ description: "When the person read it; null: not yet." }),
    createdAt: dateOut,
    updatedAt: dateOut.meta({ description: "When it happened last." }),
  })
  .meta({ id: "Notification", description: "What one person should know of." });
export type Notification = z.infer<typeof notificationSchema>;

export const notificationPage = pageOf(notificationSchema).meta({ id: "NotificationListResponse" });

export const listNotificationsInput = z.object({
  unread: booleanText.optional().meta({ description: "true: only what has not been read." }),
  ...pageInput,
});

export const notificationIdInput = z.object({ notificationId: z.string() });

export const markReadInput = z.object({
  conversationId: z.string().max(64).optional().meta({ description: "Only those about this conversation." }),
});

export const unreadSchema = z.object({ unread: z.int().meta({ description: "How many have not been read." }) });

const hourField = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { message: "must be a time such as 22:00" });

const quietHoursSchema = z.object({
  from: hourField.meta({ description: "HH:MM, from which nothing is heard or pushed." }),
  until: hourField.meta({ description: "HH:MM, until which; before `from`: on the next day." }),
  timeZone: z.string().max(64).refine(isKnownZone, { message: "must be a zone such as Europe/Madrid" }),
});

const waysSchema = z.object(
  Object.fromEntries(ways.map((way) => [way, z.boolean()])) as Record<(typeof ways)[number], z.ZodBoolean>,
);

const matrixSchema = z.object(
  Object.fromEntries(notificationKinds.map((kind) => [kind, waysSchema])) as Record<
    (typeof notificationKinds)[number],
    typeof waysSchema
  >,
);

export const preferencesSchema = z
  .object({
    matrix: matrixSchema.meta({ description: "By kind: in the app, with a sound, to the person's devices, by mail." }),
    mutedChannels: z.array(z.string()).meta({ description: "Channels of which only mentions are told." }),
    quietHours: quietHoursSchema.nullable(),
    digest: z.boolean().meta({
      description: "A mail each morning at eight, by the company's clocks, where something waits for the person.",
    }),
    sendsMail: z.boolean().meta({ description: "Whether this installation sends mail at all." }),
  })
  .meta({ id: "NotificationPreferences", description: "How a person wants to be told." });
export type NotificationPreferences = z.infer<typeof preferencesSchema>;

export const updatePreferencesInput = z.object({
  matrix: z
    .object(
      Object.fromEntries(notificationKinds.map((kind) => [kind, waysSchema.partial().optional()])) as Record<
        (typeof notificationKinds)[number],
        z.ZodOptional<ReturnType<typeof waysSchema.partial>>
      >,
    )
    .optional()
    .meta({ description: "Only the given kinds and ways change." }),
  mutedChannels: z.array(z.uuid()).max(500).optional(),
  quietHours: quietHoursSchema.nullable().optional(),
  digest: z.boolean().optional().meta({ description: "Whether a mail each morning says what waits." }),
});

/** Another company of the person, in which this browser has a session too. */
const otherCompanySchema = z.object({
  id: z.string(),
  name: z.string(),
  userName: z.string(),
  unread: z.int().meta({ description: "Unread notifications there." }),
});
export type OtherCompany = z.infer<typeof otherCompanySchema>;
