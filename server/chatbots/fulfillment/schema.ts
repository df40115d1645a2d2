import { z } from "zod";
import { dateOut, freeObject, httpUrl, idField } from "#server/core/fields.ts";
import { responseTypes } from "../choices.ts";

/** The fulfillment call (service.md 6, decisions.md I): what is sent to a customer's endpoint and what it may answer. */

const fulfillmentChannels = ["WEBSITE", "WHATSAPP", "FACEBOOK", "INSTAGRAM"] as const;

const said = z.object({
  sender: z.string().meta({ description: "visitor or robot." }),
  message: z.string().meta({ description: "The words." }),
  text: z.string().meta({ description: "The same as message." }),
});

const slot = (description: string) => z.object({ value: z.string() }).meta({ description });

const phoneForms = z.object({
  national_format: z.string().meta({ description: "As it is dialled within its country." }),
  international_format: z.string().meta({ description: "With the country's code." }),
});

export const fulfillmentRequestSchema = z
  .object({
    channel: z.enum(fulfillmentChannels),
    visitorId: z.string(),
    chatbotName: z.string(),
    companyId: z.string(),
    websiteId: z.string().meta({ description: "Channel id." }),
    conversationId: z.string(),
    message: z.string().meta({ description: "What the visitor just wrote; the address of the picture for a picture." }),
    flow: z.int().meta({ description: "Id of the node that the message answers; 0 before the first." }),
    flow_state: z
      .object({
        last_question_id: z.int().meta({ description: "Id of the question asked last; 0 before the first." }),
        retry_count: z.int().meta({ description: "Wrong answers to it so far, this one not counted." }),
      })
      .meta({ description: "How far the flow is." }),
    status: z.enum(["ACTIVE", "CLOSED"]),
    collected_data: z
      .object({
        name: slot("Empty while unknown."),
        email: slot("Empty while unknown."),
        phone: phoneForms.meta({ description: "Both empty while unknown." }),
        custom: z.record(z.string(), z.unknown()).meta({ description: "Other answers, and what endpoints added." }),
      })
      .meta({ description: "What is known of the visitor." }),
    conversation_context: z.record(z.string(), z.unknown()).meta({ description: "What the conversation came with." }),
    chat_log: z.array(said).meta({ description: "What the visitor wrote, oldest first, this message last." }),
    response_log: z.array(said).meta({ description: "What the bot wrote, oldest first." }),
    tags: z.array(z.string()),
    visitorData: z
      .object({
        url: z.string().meta({ description: "The page; empty where there is none." }),
        igUsername: z.string().meta({ description: "On Instagram; empty elsewhere." }),
      })
      .meta({ description: "Where the visitor writes." }),
    creation_date: z.string().meta({ format: "date-time", description: "When the conversation began." }),
    last_interaction_date: z.string().meta({ format: "date-time", description: "When the last message came." }),
  })
  .meta({ id: "FulfillmentRequest", description: "POSTed to the fulfillment address for a message of a visitor." });

export type FulfillmentRequest = z.infer<typeof fulfillmentRequestSchema>;

/**
 * The contract as the reference shows it. Reading is lenient (flow/fulfillment-answer.ts), so this schema refuses
 * nothing.
 */
export const fulfillmentResponseSchema = z
  .object({
    response: z
      .object({
        text: z.array(z.string()).meta({ description: "Sent to the visitor, a message each." }),
        response_type: z.enum(responseTypes),
        response_options: z.array(z.string()).meta({ description: "Quick replies under the last text." }),
        stopChat: z.boolean().meta({ description: "true: no question of the flow in this turn." }),
        go_to_name: z.string().meta({ description: "Go on with the node of this internal_name; before flow." }),
        flow: z.int().meta({ description: "Go on with the node of this id." }),
      })
      .partial()
      .meta({ description: "What the bot says and does next." }),
    name: slot("What you know of the visitor."),
    email: slot("What you know of the visitor."),
    phone: phoneForms.partial().meta({ description: "What you know of the visitor; one of the two is enough." }),
    custom: z.record(z.string(), z.unknown()).meta({ description: "Merged into collected_data.custom." }),
  })
  .partial()
  .meta({ id: "FulfillmentResponse", description: "What a fulfillment endpoint answers; every field is optional." });

/** Why a part of an answer had no effect. */
const noteReasons = [
  "wrong_type",
  "too_long",
  "too_many",
  "invalid",
  "unsafe",
  "unknown_target",
  "options_without_text",
  "options_not_offered",
  "superseded",
  "bot_off",
  "too_late",
  "chatbot_changed",
] as const;

const fulfillmentNoteSchema = z.object({
  field: z.string().meta({ description: "Dotted path in the answer; empty: the whole answer." }),
  reason: z.enum(noteReasons),
});

export type FulfillmentNote = z.infer<typeof fulfillmentNoteSchema>;

/**
 * The answer of one turn: both endpoints' answers merged and cleaned, ready to apply in this order (I3): `writes`, then
 * the jump (`goToName`, else `flow`), then `text`, then the flow's own question unless `stopChat`.
 */
export const fulfillmentAnswerSchema = z.object({
  writes: z.object({
    name: z.string().optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
    custom: z.record(z.string(), z.unknown()).optional(),
  }),
  goToName: z.string().meta({ description: 'internal_name to go on with; "": none. Wins over flow.' }),
  flow: z.int().nullable().meta({ description: "Node id to go on with; null: none." }),
  text: z.array(z.string()).meta({ description: "Messages for the visitor, never empty strings." }),
  responseType: z.enum(responseTypes),
  options: z.array(z.string()).meta({ description: "Quick replies of the last text." }),
  stopChat: z.boolean(),
});

export type FulfillmentAnswer = z.infer<typeof fulfillmentAnswerSchema>;

/** An answer and where in the turn it applies. */
const placedAnswerSchema = z.object({
  at: z.string().meta({ description: 'internal_name of the NONE node that asked; "": before the next question.' }),
  answer: fulfillmentAnswerSchema,
});

export type PlacedAnswer = z.infer<typeof placedAnswerSchema>;

/** One address that a turn calls. */
export const plannedCallSchema = z.object({
  source: z.enum(["global", "node"]),
  nodeName: z.string().meta({ description: 'internal_name of the node whose address it is; "" for the global one.' }),
  flow: z.int().meta({ description: "The node's id, sent as flow." }),
  url: z.string(),
});

export type PlannedCall = z.infer<typeof plannedCallSchema>;

/** How a call ended. Only `answered` is an answer; everything else lets the turn go on without (I2). */
const callOutcomes = [
  "answered",
  "http_error",
  "bad_json",
  "too_large",
  "timeout",
  "network",
  "blocked",
  "invalid_url",
  "busy",
  "interrupted",
] as const;

export type CallOutcome = (typeof callOutcomes)[number];

const callResultSchema = z.object({
  call: plannedCallSchema,
  outcome: z.enum(callOutcomes),
  error: z.string().meta({ description: "What went wrong, a sentence; empty when nothing did." }),
  statusCode: z.int().nullable(),
  durationMs: z.int(),
  response: z.string().nullable().meta({ description: "The answer's body, cut to 16 KB." }),
  responseBytes: z.int(),
  answer: fulfillmentAnswerSchema.nullable(),
  notes: z.array(fulfillmentNoteSchema),
});

export type CallResult = z.infer<typeof callResultSchema>;

/** What came before in the same turn: a step that one answer led to may have an address of its own. */
const earlierSchema = z.object({
  answers: z.array(placedAnswerSchema),
  asked: z.array(z.string()).meta({ description: "internal_names of the nodes whose addresses were asked." }),
});

export const nothingEarlier = { answers: [], asked: [] };

/** A turn that waits: what to send where, about which message. */
export const askingSchema = z.object({
  conversationId: z.string(),
  chatbot: z.object({ id: z.string(), name: z.string() }),
  seq: z.int(),
  startedAt: z.date(),
  until: z.date().meta({ description: "When the time of the turn is over, which all its calls share." }),
  calls: z.array(plannedCallSchema),
  earlier: earlierSchema,
  request: fulfillmentRequestSchema,
});

export type Asking = z.infer<typeof askingSchema>;

/** What came back for a turn that waited. */
export const turnReplySchema = z.object({
  chatbotId: z.string(),
  seq: z.int(),
  startedAt: z.date(),
  until: z.date(),
  earlier: earlierSchema,
  request: z.string().meta({ description: "What was sent, as JSON: it is only kept." }),
  results: z.array(callResultSchema).max(2),
});

export type TurnReply = z.infer<typeof turnReplySchema>;

const collected = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  custom: z.record(z.string(), z.unknown()),
});

/** One line of the inspector. */
export const fulfillmentCallSummarySchema = z
  .object({
    id: idField,
    conversationId: z.string().nullable(),
    seq: z.int().meta({ description: "seq of the visitor's message." }),
    source: z.enum(["global", "node"]),
    nodeName: z.string(),
    url: z.string().meta({ description: "Without user name, password and query values unless the reader may write." }),
    statusCode: z.int().nullable(),
    durationMs: z.int(),
    outcome: z.enum(callOutcomes),
    won: z.boolean().meta({ description: "The answer of its turn." }),
    noteCount: z.int(),
    message: z.string().meta({ description: "What the visitor wrote, cut to 120 characters." }),
    createdAt: dateOut,
  })
  .meta({ id: "FulfillmentCallSummary" });

export type FulfillmentCallSummary = z.infer<typeof fulfillmentCallSummarySchema>;

export const fulfillmentCallSchema = fulfillmentCallSummarySchema
  .extend({
    error: z.string(),
    request: z.string().meta({ description: "What was sent, JSON." }),
    response: z.string().nullable().meta({ description: "What came back, cut to 16 KB." }),
    responseBytes: z.int(),
    notes: z.array(fulfillmentNoteSchema),
    before: collected.meta({ description: "What was known before the turn." }),
    after: collected.meta({ description: "What was known after it." }),
    visitorName: z.string(),
    /** The other call of the same turn. */
    sibling: fulfillmentCallSummarySchema.nullable(),
  })
  .meta({ id: "FulfillmentCall", description: "One call to a fulfillment endpoint and what became of its answer." });

export type FulfillmentCall = z.infer<typeof fulfillmentCallSchema>;

export const fulfillmentCallsInput = z.object({ chatbotId: z.string() });
export const fulfillmentCallInput = z.object({ chatbotId: z.string(), callId: z.string() });

export const testFulfillmentInput = z.object({
  chatbotId: z.string(),
  url: httpUrl.optional().meta({ description: "Where to send it; the chatbot's global address when left out." }),
  request: freeObject(100, 512 * 1024)
    .optional()
    .meta({ description: "What to send; a sample of every field when left out." }),
});

/** What a test or a repeated call brought: nothing of it is applied or kept. */
export const fulfillmentTrialSchema = z.object({
  url: z.string(),
  request: z.string().meta({ description: "What was sent, JSON." }),
  outcome: z.enum(callOutcomes),
  error: z.string(),
  statusCode: z.int().nullable(),
  durationMs: z.int(),
  response: z.string().nullable(),
  responseBytes: z.int(),
  answer: fulfillmentAnswerSchema.nullable().meta({ description: "As it would be applied." }),
  notes: z.array(fulfillmentNoteSchema),
});

export type FulfillmentTrial = z.infer<typeof fulfillmentTrialSchema>;
