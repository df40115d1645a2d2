import { z } from "zod";
import { isKnownZone } from "#server/base/time-zones.ts";
import { weekDays } from "#server/calendars/choices.ts";
import { rangeField } from "#server/calendars/schema.ts";
import { httpUrl, idField } from "#server/core/fields.ts";
import {
  assignPriorities,
  internalNamePattern,
  languages,
  nodeActions,
  questionTypes,
  responseTypes,
  widgetIcons,
  widgetStyles,
} from "./choices.ts";
import { conditions, conditionsToExecute, conditionsToShow } from "./flow/condition-schema.ts";

const colorField = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, { message: "A colour is #RRGGBB." })
  .meta({ description: "Accent colour, #RRGGBB." });

const appearanceFields = {
  color: colorField,
  name: z.string().trim().max(255).meta({ description: "Who the visitor talks to; empty: the chatbot's title." }),
  windowTitle: z.string().trim().max(255).meta({ description: "Heading of the window; empty: the channel's label." }),
  widgetIcon: z.enum(widgetIcons),
  widgetStyle: z.enum(widgetStyles).meta({ description: "round: a button; bar: a button with a label." }),
  saluteTime: z
    .int()
    .min(0)
    .max(3600)
    .meta({ description: "Seconds until the greeting shows beside the launcher; 0: never." }),
  language: z.enum(["auto", ...languages]).meta({ description: "auto follows the visitor's browser." }),
  askEmail: z.boolean().meta({ description: "Ask for the email before the first message." }),
  askTelephone: z.boolean().meta({ description: "Ask for the telephone before the first message." }),
  enabled: z.boolean().meta({ description: "Off: the widget does not show." }),
};

export const appearanceSchema = z
  .object({
    ...appearanceFields,
    position: z.enum(["right", "left"]).meta({ description: "Side of the page the launcher stands on." }),
    theme: z.enum(["auto", "light", "dark"]).meta({ description: "auto follows the visitor's device." }),
    poweredBy: z.boolean().meta({ description: "Show the line Powered by Parley." }),
  })
  .meta({ id: "Appearance", description: "How the widget looks." });

export type Appearance = z.infer<typeof appearanceSchema>;

export const appearancePatch = appearanceSchema.partial().meta({ id: "AppearanceOverrides" });

const hoursOfDays = z.array(z.looseObject({ range: rangeField, days: z.array(z.enum(weekDays)).max(7) })).max(50);

export const businessHoursSchema = z
  .looseObject({
    timeZone: z.string().max(64).refine(isKnownZone, { message: "Not a time zone." }).default("UTC"),
    businessHours: hoursOfDays.default([]),
    channels: z.record(z.string(), z.unknown()).optional(),
    initialMessage: z.string().max(4096).optional(),
  })
  .meta({ id: "BusinessHours", description: "When people answer. Outside, nodes use their business-hours texts." });

export type BusinessHours = z.infer<typeof businessHoursSchema>;

const words = (maxItems: number, maxLength = 4096) => z.array(z.string().max(maxLength)).max(maxItems);
const urlOrEmpty = z.union([z.literal(""), httpUrl]);

const internalNameField = z
  .string()
  .regex(internalNamePattern, { message: "Letters, digits, _ and -, at most 64." })
  .meta({ description: "Unique name of the node in its list." });

const alternativeText = z.looseObject({
  name: z.enum(["business-hours", "offline-mode"]),
  text: words(20),
  conditions_to_show: conditionsToShow.optional(),
});

const action = z.looseObject({
  name: z.enum(nodeActions),
  conditions_to_execute: conditionsToExecute.optional(),
  params: z.array(z.unknown()).max(50).default([]).meta({
    description:
      "GOTO: id or internal_name of a node; GOTO_INTERNAL: internal_name; DELETE: slots to forget (name, email, phone, slot_id or internal_name; none: the node's own); SET: a slot (name, slot_id or internal_name) and the text it gets.",
  }),
});

/** What a node says in another language; what is left out is said in the bot's own. */
const translation = z
  .looseObject({
    text: words(20),
    retry_text: words(20),
    alternative_texts: z.array(alternativeText).max(10),
    question_file_caption: z.string().max(1024),
    response_options: words(20, 512).meta({ description: "In the order of the node's own options." }),
  })
  .partial();

/** A node of the question list (decisions.md H5). Unknown fields are kept. */
export const questionNodeSchema = z
  .looseObject({
    id: z.int().min(0),
    order: z.number().default(0),
    slot_id: z.string().max(64).default(""),
    internal_name: internalNameField,
    parent: z.string().max(64).default("").meta({ description: 'internal_name of the parent; "" at the root.' }),
    text: words(20).default([]),
    retry_text: words(20).default([]),
    alternative_texts: z.array(alternativeText).max(10).default([]),
    disabled: z.boolean().default(false),
    question_type: z.enum(questionTypes).default("text/plain"),
    question_file_url: urlOrEmpty.default(""),
    question_file_caption: z.string().max(1024).default(""),
    response_type: z.enum(responseTypes).default("TEXT"),
    response_options: words(20, 512).default([]),
    required: z.boolean().default(false),
    autodetect: z
      .array(z.looseObject({ value: z.string().max(512), synonyms: words(50, 512).default([]) }))
      .max(50)
      .default([]),
    conditions_to_show: conditionsToShow.default([]),
    interface_configuration: z
      .looseObject({ label: z.string().max(255).default(""), restricted_actions: words(20, 64).default([]) })
      .default({ label: "", restricted_actions: [] }),
    actions: z.array(action).max(20).default([]),
    fulfillment_url: urlOrEmpty.default(""),
    assigned_to: words(50, 64).default([]),
    tag: z.string().max(50).default(""),
    is_default_question: z.boolean().default(false),
    go_to_internal_name: z.string().max(64).default(""),
    is_custom: z.boolean().default(false),
    is_empty_text: z.boolean().default(false),
    translations: z.partialRecord(z.enum(languages), translation).optional().meta({
      description: "Texts by language (en, es, pt). A visitor whose browser prefers one of them is answered in it.",
    }),
  })
  .meta({ id: "QuestionNode", description: "One step of a chatbot's flow." });

export type QuestionNode = z.infer<typeof questionNodeSchema>;

const welcomeBack = z.looseObject({
  channel: z.string().max(32).meta({ description: "WEBSITE, WHATSAPP, FACEBOOK, INSTAGRAM; * or empty: all." }),
  type: z.enum(["WELCOME_BACK", "HARD_WELCOME_BACK"]).meta({
    description: "WELCOME_BACK: the open question is asked again; HARD_WELCOME_BACK: the questions begin again.",
  }),
  enabled: z.boolean().default(true),
  fire_after: z.number().min(0).meta({ description: "Minutes of silence before the visitor writes again." }),
  messages: z
    .array(
      z.looseObject({
        type: z.enum(["DEFAULT", "END", "INTERVENED"]).meta({
          description: "INTERVENED: a person has written before; END: nothing was left to ask; DEFAULT otherwise.",
        }),
        text: words(20),
        response_type: z.enum(responseTypes).default("TEXT"),
        response_options: words(20, 80).default([]),
      }),
    )
    .max(20),
});

const someWords = z.union([z.string().max(4096), words(20)]);

/** Settings of a chatbot (decisions.md H3): typed keys are checked, others stored as given. */
export const chatbotSettingsSchema = z
  .looseObject({
    chatbotName: z.string().trim().min(1).max(255),
    title: z.string().trim().min(1).max(255),
    enabled: z.boolean(),
    muted: z.boolean(),
    lang: z.enum(languages),
    chained_messages: z.boolean().meta({ description: "Several texts are several messages; otherwise one at random." }),
    are_you_there: z.looseObject({
      send_after: z
        .number()
        .min(0)
        .meta({ description: "Seconds of silence after a question until the visitor is nudged, once; 0: never." }),
    }),
    close_conversation_after: z.number().min(0).meta({ description: "Minutes without a message; 0: never." }),
    shut_up_message: z.string().max(4096).meta({
      description: "Said once when the visitor writes although nothing is left to ask; then the bot keeps silent.",
    }),
    special_messages: z.looseObject({
      are_you_there: words(20).optional().meta({ description: "One of them is said to a silent visitor." }),
      finding_operator_start: someWords.optional().meta({ description: "Said when a person is needed." }),
      finding_operator_timeout: someWords.optional().meta({
        description: "Said instead of finding_operator_start when nobody will come now: outside business hours.",
      }),
      restart_conversation: someWords.optional().meta({
        description: "Said when the visitor writes in a conversation that was closed, before the open question.",
      }),
    }),
    welcome_back_messages: z.array(welcomeBack).max(50),
    conditions_to_convert: z.unknown(),
    send_all_to_crm: z.boolean(),
    assign_priority: z.array(z.enum(assignPriorities)).max(3),
    group_conditions: conditions,
    global_fulfillment_url: urlOrEmpty,
    tags: words(50, 50).meta({ description: "Put on each conversation when the bot first answers in it." }),
    questions_limit: z.int().min(1).max(200),
    businessHoursConfiguration: businessHoursSchema,
    version: z.int().meta({ description: "Grows by one with each save; read-only.", readOnly: true }),
  })
  .partial()
  .meta({ id: "ChatbotSettings", description: "Settings of a chatbot." });

export type ChatbotSettings = z.infer<typeof chatbotSettingsSchema>;

const chatbotChannelSchema = z.object({ id: z.string(), type: z.string(), label: z.string() });

export const chatbotSchema = z
  .object({
    id: idField,
    chatbotWithAi: z
      .boolean()
      .meta({ description: "An enabled question or the global fulfillment points to an AI endpoint." }),
    isMuted: z.boolean().meta({ description: "The bot does not answer; visitors go straight to an operator." }),
    title: z.string(),
    name: z.string(),
    channels: z.array(chatbotChannelSchema).meta({ description: "Channels it serves." }),
    testChatbotUrl: z.string().meta({ format: "uri" }),
  })
  .meta({ id: "Chatbot", description: "Answers visitors on its channels." });

export const chatbotSummarySchema = z
  .object({
    id: idField,
    chatbotWithAi: z.boolean(),
    isMuted: z.boolean(),
    title: z.string(),
    name: z.string(),
    connectedChannels: z.int(),
  })
  .meta({ id: "ChatbotSummary" });

export const assignChannelsInput = z.object({
  chatbotId: z.string(),
  channels: z.array(z.string()).max(50).meta({ description: "Channel ids, full replacement; [] detaches all." }),
});

export const startFlowInput = z.object({
  conversationId: z.string(),
  step: z.string().min(1).max(255).meta({ description: "internal_name of the step at which the flow begins." }),
});
