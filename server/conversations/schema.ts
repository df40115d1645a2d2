import { z } from "zod";
import {
  booleanText,
  commaList,
  commaListOf,
  dateIn,
  dateOut,
  httpUrl,
  idField,
  ifMatchField,
  newTagField,
  tagField,
} from "#server/core/fields.ts";
import { cursorInput, pageInput, paginationSchema } from "#server/core/page-fields.ts";
import { conversationStatuses, tagSources } from "#server/core/words.ts";
import { viewParameter } from "#server/views/schema.ts";
import { channelNames, lastKinds } from "./choices.ts";
import { clockFields, clockFilters } from "./clocks/schema.ts";
import { customFields, customFilters, sortInput, writableCustomFields } from "./list/schema.ts";
import { conversationReferralSchema } from "./opening/schema.ts";
import { teamFields, teamFilters } from "./teams/schema.ts";
import { priorityField, triageFields, triageFilters } from "./triage/schema.ts";

/** How a conversation came to its contact (D10). */
const contactLinks = ["own", "proven", "claimed", "confirmed", "separate"] as const;
export type ContactLink = (typeof contactLinks)[number];

const participantSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.enum(["robot", "visitor", "user", "externalOperator"]),
    firstMessageAt: dateOut.nullable(),
    lastMessageAt: dateOut.nullable(),
  })
  .meta({ id: "Participant", description: "Somebody who takes part in a conversation." });

const operatorTagUseSchema = z.object({ tagName: z.string(), source: z.enum(tagSources) });
export type OperatorTagUse = z.infer<typeof operatorTagUseSchema>;

export const conversationSchema = z
  .object({
    id: idField,
    channelId: z.string(),
    companyId: z.string(),
    channel: z.enum(channelNames),
    status: z.enum(["ACTIVE", "CLOSED"]),
    /** The finer status that filters and events use. */
    state: z.enum(conversationStatuses).meta({ description: "opened, closed or inactive (no message for 24 h)." }),
    lastMessage: z.string(),
    lastMessageKind: z.enum(lastKinds).meta({
      description:
        "What the last message is, for a line about one without words: its type, or deleted or missed_call; empty when that is not known or there is none.",
    }),
    lastMessageAt: dateOut.nullable(),
    lastMessageBy: z.string().meta({ description: "fromType of the last message; empty when there is none." }),
    visitorId: z.string(),
    visitorName: z.string(),
    visitorEmail: z.string(),
    visitorPhone: z.string(),
    participants: z.array(participantSchema),
    tags: z.array(z.string()).meta({ description: "Business and system tags (legacy flat shape)." }),
    operatorTags: z.array(operatorTagUseSchema).meta({ description: "Business tags with who set them." }),
    closed: z.boolean(),
    contactId: z.string().meta({ description: "Empty when no contact is linked." }),
    contactLink: z.enum(contactLinks).meta({
      description:
        "How sure the contact is. proven: by the platform, a signed identity or the API; own: made from what this visitor typed, or from what somebody typed for them who sees only some contacts; claimed: a contact known before, by an email or phone that anybody could have typed; confirmed: claimed, and an agent who sees the contact has confirmed it; separate: an agent has said that it is somebody else, or somebody who is shown people masked has typed the email or phone.",
    }),
    phaseId: z.string(),
    phaseChangedAt: dateOut,
    amount: z.number().nullable().meta({ description: "Value of the deal; null when unknown." }),
    lostReason: z.string().meta({
      description: "Why the deal was lost, in the team's words; empty: nobody has said. Emptied when it moves on.",
    }),
    assignedTo: z.string().meta({ description: "User id; empty when nobody holds it." }),
    ...teamFields,
    preAssigned: z.string(),
    persistentLastOperator: z.string().meta({ description: "Last human who sent a message." }),
    chatbotState: z.enum(["ON", "OFF"]),
    chatbotStateBy: z.string(),
    chatbotStateAt: dateOut.nullable(),
    imported: z.boolean().meta({
      description:
        "Came whole from elsewhere (a phone app's past): closed, read, and not continued until it is opened.",
    }),
    mergedInto: z
      .string()
      .nullable()
      .meta({ description: "Id of the conversation that its messages went into, and which goes on; null: none." }),
    isLead: z.boolean().nullable(),
    closedAt: dateOut.nullable(),
    closedBy: z.string(),
    windowExpiresAt: dateOut.nullable().meta({ description: "End of the 24-hour window; null where none applies." }),
    ...triageFields,
    ...clockFields,
    utmSource: z.string(),
    utmMedium: z.string(),
    utmCampaign: z.string(),
    gaClientId: z.string(),
    gclid: z.string(),
    url: z.string(),
    referrer: z.string(),
    device: z.string(),
    referral: conversationReferralSchema.nullable().optional(),
    conversationContext: z.record(z.string(), z.unknown()),
    ...customFields,
    lastSeq: z.int().meta({ description: "Highest message seq given so far." }),
    lastVisitorSeq: z.int(),
    visitorReadSeq: z.int().meta({ description: "How far the visitor has read." }),
    createdAt: dateOut,
    updatedAt: dateOut,
  })
  .meta({ id: "Conversation", description: "A message thread between a visitor and the team." });

export type Conversation = z.infer<typeof conversationSchema>;

export const conversationPage = z
  .object({ pagination: paginationSchema, data: z.array(conversationSchema) })
  .meta({ id: "ConversationListResponse" });

const statusInput = z
  .enum([...conversationStatuses, "ACTIVE", "CLOSED"])
  .optional()
  .meta({ description: "opened, closed or inactive; ACTIVE means opened and inactive." });

/** The filters of every conversation list (service.md section 4, decisions.md E7). */
export const conversationFilters = {
  status: statusInput,
  channel: commaListOf(channelNames).optional().meta({ description: "Comma-separated channels." }),
  tags: commaList.optional().meta({ description: "Comma-separated; any of them, business or system." }),
  agent: z.string().max(64).optional().meta({ description: "persistentLastOperator; robot: handled only by the bot." }),
  preAssigned: z.string().max(64).optional(),
  assignedTo: commaList.optional().meta({ description: "User ids, or UNASSIGNED." }),
  condition: commaListOf(["intervened", "not_intervened", "lead"]).optional(),
  phase: commaList.optional().meta({ description: "One phase id or several, comma-separated." }),
  search: z
    .string()
    .trim()
    .max(200)
    .optional()
    .meta({ description: "In visitor name, email, phone and message text." }),
  searchIn: z.enum(["all", "visitor"]).optional().meta({
    description:
      "visitor: search in visitor name, email and phone alone, which is quick among millions of messages; GET /v1/messages/search finds what was written.",
  }),
  fromDate: dateIn.optional(),
  toDate: dateIn.optional(),
  utmSource: z.string().max(255).optional(),
  utmMedium: z.string().max(255).optional(),
  chatbotState: z.enum(["ON", "OFF"]).optional(),
  open: booleanText.optional().meta({ description: "true: not closed." }),
  ...teamFilters,
  ...triageFilters,
  ...clockFilters,
  ...customFilters,
  updatedSince: dateIn.optional().meta({
    description:
      "Changed at or after this time. To keep a copy: read with the latest updatedAt you have seen, in ascending order of updatedAt, following nextCursor; what is committed late is never missed.",
  }),
  sort: sortInput,
};

export const listConversationsInput = z.object({
  ...conversationFilters,
  view: viewParameter,
  ...pageInput,
  ...cursorInput,
});
export const byPhaseInput = z.object({
  ...conversationFilters,
  ...pageInput,
  cursor: z
    .undefined({ error: "Go on with GET /v1/conversations?phase=ID&cursor=..., with the same filters and sort." })
    .optional(),
});
export const filterConversationsInput = z.object(conversationFilters);
/** `settledUntil`: how far a list by updatedSince reaches (server/db/settled.ts). */
export type ConversationFilters = z.infer<typeof filterConversationsInput> & { settledUntil?: Date };

export const conversationIdInput = z.object({ conversationId: z.string() });
export const deleteConversationInput = conversationIdInput.extend({ ifMatch: ifMatchField });

export const createConversationInput = z.object({
  channelId: z.string().min(1).max(64),
  companyId: z.string().min(1).max(64),
  channel: z.enum(channelNames),
  from: z.string().trim().min(1).max(64).meta({ description: "Identifier of the visitor who starts it." }),
  url: httpUrl.optional(),
  visitorName: z.string().trim().max(255).optional(),
  visitorEmail: z.string().trim().max(254).optional(),
  visitorPhone: z.string().trim().max(32).optional(),
});

const attributionSchema = z.object({
  url: z.string().max(2048).optional(),
  referrer: z.string().max(2048).optional(),
  utmSource: z.string().max(255).optional(),
  utmMedium: z.string().max(255).optional(),
  utmCampaign: z.string().max(255).optional(),
  gclid: z.string().max(255).optional(),
  gaClientId: z.string().max(255).optional(),
  device: z.string().max(255).optional(),
});
export type Attribution = z.infer<typeof attributionSchema>;

export const closeInput = z.object({
  conversationId: z.string(),
  isLead: z.boolean().meta({ description: "Whether the conversation produced a valid contact." }),
});
export const moveInput = z.object({ conversationId: z.string(), phaseId: z.string() });
export const chatbotStateInput = z.object({ conversationId: z.string(), chatbotState: z.enum(["ON", "OFF"]) });
export const addTagInput = z.object({
  conversationId: z.string(),
  tag: newTagField,
  source: z.enum(tagSources).default("human"),
});
export const removeTagInput = z.object({ conversationId: z.string(), tag: tagField });

const amountField = z
  .number()
  .refine((value) => Math.abs(value) < 1e12, { message: "must be below 1,000,000,000,000" })
  // A third place would be rounded away without a word.
  .refine((value) => Math.round(value * 100) / 100 === value, { message: "must have at most two decimal places" })
  .nullable()
  .meta({ description: "Value of the deal, at most two decimal places; null: unknown." });

/** The writable part of a conversation (E10, E11). */
export const writableFields = z.object({
  visitorName: z.string().trim().max(255).optional(),
  visitorEmail: z.string().trim().max(254).optional(),
  visitorPhone: z.string().trim().max(32).optional(),
  amount: amountField.optional(),
  lostReason: z.string().trim().max(200).optional().meta({ description: "Why the deal was lost; empty: not said." }),
  url: z.union([z.literal(""), httpUrl]).optional(),
  utmSource: z.string().max(255).optional(),
  utmMedium: z.string().max(255).optional(),
  utmCampaign: z.string().max(255).optional(),
  gaClientId: z.string().max(255).optional(),
  priority: priorityField.optional(),
  ...writableCustomFields,
});
export type WritableFields = z.infer<typeof writableFields>;

export const putConversationInput = z
  .object({
    ...writableFields.shape,
    tags: z.array(newTagField).max(200).optional(),
    operatorTags: z
      .array(z.object({ tagName: newTagField, source: z.enum(tagSources).default("human") }))
      .max(200)
      .optional(),
    conversationId: z.string(),
    ifMatch: ifMatchField,
  })
  .meta({ description: "The writable fields; unknown and read-only ones are ignored." });

export const patchConversationInput = z.object({
  conversationId: z.string(),
  ifMatch: ifMatchField,
  context: z.record(z.string(), z.unknown()).meta({
    description: "Writable fields change the resource; other keys merge into conversationContext.",
    properties: z.toJSONSchema(writableFields, { io: "input", unrepresentable: "any" }).properties,
  }),
});

export const deletedSchema = z.object({ id: z.string(), deleted: z.literal(true) });
