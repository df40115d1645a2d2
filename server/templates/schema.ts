import { z } from "zod";
import { channelSchema } from "#server/channels/schema.ts";
import { clientMessageIdField, commaList, dateOut, httpUrl, idField } from "#server/core/fields.ts";
import {
  headerFormats,
  templateCategories,
  templateLanguages,
  templateMessageStatuses,
  templateStatuses,
} from "./choices.ts";

const buttonTypes = ["QUICK_REPLY", "URL", "PHONE_NUMBER", "COPY_CODE", "OTP"] as const;
export type ButtonType = (typeof buttonTypes)[number];

const upper = (text: string) => text.trim().toUpperCase();
const upperEnum = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.string().max(40).transform(upper).pipe(z.enum(values)).meta({ enum: values });

const freeExample = z.record(z.string().max(64), z.unknown()).optional();

const buttonSchema = z
  .object({
    type: upperEnum(buttonTypes),
    text: z.string().max(200).optional(),
    url: z.string().max(4000).optional(),
    phone_number: z.string().max(40).optional(),
    example: z.union([z.string().max(4000), z.array(z.string().max(4000)).max(3)]).optional(),
    otp_type: z.string().max(20).optional(),
  })
  .meta({ description: "A button: quick reply, link, phone call, code to copy, or one-time password." });

export const componentSchema = z
  .object({
    type: upperEnum(["HEADER", "BODY", "FOOTER", "BUTTONS"]),
    format: upperEnum(headerFormats).optional().meta({ description: "Of a HEADER; TEXT unless given." }),
    text: z.string().max(4096).optional().meta({ description: "With variables such as {{1}} or {name}." }),
    example: freeExample.meta({
      description:
        "Sample values: header_text, body_text, body_text_named_params, header_handle. Filled where missing.",
    }),
    buttons: z.array(buttonSchema).max(20).optional(),
    add_security_recommendation: z.boolean().optional(),
    code_expiration_minutes: z.int().min(1).max(90).optional(),
  })
  .meta({ description: "HEADER, BODY, FOOTER or BUTTONS." });

export type TemplateComponent = z.infer<typeof componentSchema>;
export type TemplateButton = z.infer<typeof buttonSchema>;

const slotSchema = z.object({
  key: z.string().meta({ description: "Key in `variables`: 1, 2 ... or the name; header; button_0 ..." }),
  part: z.enum(["header", "body", "button"]),
  example: z.string(),
});
export type Slot = z.infer<typeof slotSchema>;

export const templateSchema = z
  .object({
    id: z.int().meta({ description: "Internal template id." }),
    elementName: z.string(),
    status: z.enum(templateStatuses).meta({ description: "Only APPROVED templates can be sent." }),
    category: z.enum(templateCategories),
    text: z.string().meta({ description: "Text of the BODY, with its variables." }),
    language: z.string(),
    components: z.array(z.record(z.string(), z.unknown())),
    channelId: idField,
    variables: z.array(slotSchema).meta({ description: "What has to be filled when it is sent." }),
    headerFormat: z.string().nullable(),
    platformStatus: z.string().meta({ description: "The platform's own word, e.g. PAUSED; empty before it answered." }),
    rejectionCode: z.string().nullable(),
    rejectionReason: z.string().nullable(),
    rejectionAdvice: z.string().nullable().meta({ description: "The platform's recommendation, where it gives one." }),
    quality: z.string().nullable().meta({ description: "GREEN, YELLOW, RED or UNKNOWN." }),
    waiting: z.boolean().meta({ description: "A change has not reached the platform yet." }),
    lastSentAt: dateOut.nullable(),
    createdAt: dateOut,
    updatedAt: dateOut,
  })
  .meta({
    id: "WhatsAppTemplate",
    description: "A message that may be sent outside the 24-hour window once approved.",
  });

export type WhatsAppTemplate = z.infer<typeof templateSchema>;

export const templateList = z.object({ result: z.array(templateSchema) });
export const whatsappChannels = z.object({ result: z.array(channelSchema) });

function listAmong<const T extends string>(known: readonly T[]) {
  return commaList
    .transform((values, context): T[] => {
      const found = values.flatMap((value) => known.find((one) => one === upper(value)) ?? []);
      if (found.length === values.length) return found;
      context.addIssue({ code: "custom", message: `Only ${known.join(", ")}.`, params: { code: "invalid_value" } });
      return z.NEVER;
    })
    .meta({ type: "array", items: { type: "string", enum: known } });
}

export const listTemplatesInput = z.object({
  channelId: z.string().optional(),
  status: listAmong(templateStatuses).optional().meta({ description: "APPROVED, PENDING, REJECTED; comma-separated." }),
  category: listAmong(templateCategories).optional().meta({ description: "Comma-separated categories." }),
  search: z.string().trim().max(200).optional().meta({ description: "Part of name or text, ignoring case." }),
});

/** The public integer id, also as a text. */
export const templateNumber = z
  .union([z.int().min(0), z.string().trim().max(64)])
  .transform((value) => (typeof value === "number" || /^\d{1,9}$/.test(value) ? Number(value) : -1))
  .meta({ description: "Template id (integer, or the same as text).", type: "string" });

export const templateIdInput = z.object({ templateId: templateNumber });

const categoryField = upperEnum(templateCategories).meta({ description: "UTILITY, MARKETING or AUTHENTICATION." });
const languageField = z
  .string()
  .trim()
  .max(16)
  .transform((code) => code.replace("-", "_"))
  .refine((code) => templateLanguages.includes(code), {
    message: "Not a language of templates; use a code such as es, es_AR or en_US.",
    params: { code: "unknown_language" },
  })
  .meta({ description: "Language code, e.g. es_AR." });
const componentsField = z.array(componentSchema).min(1).max(10);

export const createTemplateInput = z.object({
  channelId: z.string(),
  name: z
    .string()
    .regex(/^[a-z0-9_]{1,512}$/, { message: "Lower-case letters, digits and underscores, at most 512." })
    .meta({ description: "Identifying name (elementName), unique per language." }),
  language: languageField,
  category: categoryField,
  components: componentsField.meta({ description: "Exactly one BODY; HEADER, FOOTER and BUTTONS at most once." }),
});

export const editTemplateInput = z.object({
  templateId: templateNumber,
  category: categoryField.optional(),
  components: componentsField,
});

export const duplicateTemplateInput = z.object({
  templateId: templateNumber,
  language: languageField,
  name: createTemplateInput.shape.name.optional().meta({ description: "Another name; else the same." }),
  components: componentsField.optional().meta({ description: "Translated; else the same." }),
});

export const deletedTemplateSchema = z.object({ id: z.int(), deleted: z.literal(true) });

export const usageSchema = z.object({
  template: templateSchema,
  sent: z.int().meta({ description: "Messages made with it." }),
  failed: z.int(),
  lastSentAt: dateOut.nullable(),
  campaigns: z.array(z.object({ id: idField, name: z.string(), status: z.string(), scheduledAt: dateOut })),
});

/** `{ "1": "Ana", "name": "Ana" }`, or a list for 1, 2, 3 ... */
const value = z.union([z.string().max(1024), z.number(), z.boolean()]).transform((one) => String(one));
export const variablesField = z
  .union([
    z.record(z.string().max(64), value).refine((map) => Object.keys(map).length <= 50, { message: "At most 50." }),
    z.array(value).max(50),
  ])
  .transform((given) =>
    Array.isArray(given) ? Object.fromEntries(given.map((text, index) => [String(index + 1), text])) : given,
  )
  .meta({ description: "Variable key (1, 2 ... or name) to text." });
export type Variables = Record<string, string>;

export const mediaField = z
  .object({ link: httpUrl, filename: z.string().trim().max(240).optional() })
  .meta({ description: "The file of a header of format IMAGE, VIDEO or DOCUMENT." });
export type Media = z.infer<typeof mediaField>;

const filling = {
  variables: variablesField.optional(),
  params: variablesField.optional().meta({ description: "The same as variables." }),
  media: mediaField.optional(),
};

const destinationField = z
  .string()
  .trim()
  .min(1)
  .max(32)
  .meta({ description: "Phone number, best with + and country." });

export const sendToContactsInput = z.object({
  channelId: z.string(),
  templateId: templateNumber,
  contacts: z.array(z.string().max(64)).min(1).max(1000).meta({ description: "1 to 1000 contact ids." }),
  ...filling,
});

export const notifyInput = z.object({
  channelId: z.string(),
  templateId: templateNumber,
  destination: destinationField,
  ...filling,
});

const targets = ["contactId", "destination", "conversationId"] as const;

export const sendTemplateInput = z
  .object({
    channelId: z.string().optional(),
    templateId: templateNumber.optional(),
    elementName: z.string().max(512).optional(),
    language: z.string().max(16).optional(),
    contactId: z.string().min(1).max(64).optional(),
    destination: destinationField.optional(),
    conversationId: z.string().min(1).max(64).optional(),
    ...filling,
    clientMessageId: clientMessageIdField.optional(),
  })
  .superRefine((given, context) => {
    const fault = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message, params: { code: "required" } });
    if (given.templateId === undefined && given.elementName === undefined)
      fault("templateId", "Name the template: templateId, or elementName and language.");
    if (given.templateId === undefined && given.elementName !== undefined && given.language === undefined)
      fault("language", "elementName needs its language.");
    const named = targets.filter((target) => given[target] !== undefined);
    if (named.length !== 1)
      fault(named[1] ?? "contactId", "Give exactly one of contactId, destination, conversationId.");
  })
  .meta({
    oneOf: targets.map((target) => ({ required: [target] })),
    anyOf: [{ required: ["templateId"] }, { required: ["elementName", "language"] }],
  });

export const whatsappEventSchema = z
  .object({
    id: z.int(),
    destination: z.string().meta({ description: "Phone number of the recipient." }),
    status: z.enum(templateMessageStatuses),
    failureCode: z.string().nullable().meta({ description: "The platform's code, or a word of this service." }),
    failureReason: z.string().nullable(),
    createdAt: dateOut,
  })
  .meta({ id: "WhatsAppEvent", description: "One template message." });

export const sentTemplateSchema = whatsappEventSchema
  .extend({ templateId: z.string(), conversationId: z.string(), messageId: idField })
  .meta({ id: "SentTemplate" });

export const sendResultSchema = z
  .object({
    accepted: z.int(),
    rejected: z.int(),
    results: z.array(
      z.object({
        contactId: z.string(),
        destination: z.string(),
        eventId: z.int().nullable(),
        status: z.enum(["enqueued", "invalid"]),
        failureCode: z.string().nullable(),
        failureReason: z.string().nullable(),
      }),
    ),
  })
  .meta({
    id: "TemplateSendResult",
    description: "One result per contact, in the order given; a number that two of them have gets it once.",
  });

export const sendableInput = z.object({ conversationId: z.string() });
export const sendableSchema = z.object({
  templates: z.array(
    z.object({
      template: templateSchema,
      values: z.record(z.string(), z.string()).meta({ description: "What the contact fills." }),
      missing: z.array(z.string()),
      blocked: z
        .enum(["opted_out", "not_synchronized"])
        .nullable()
        .meta({ description: "Why it cannot be sent to this person now; null when it can." }),
    }),
  ),
});
