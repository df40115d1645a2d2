import { z } from "zod";
import { publicEventTypes } from "#server/core/events/public-types.ts";
import { booleanText, dateIn, dateOut, idField, ifMatchField, wholeNumber } from "#server/core/fields.ts";
import { cursorInput, pageInput, pageOf } from "#server/core/page-fields.ts";
import { hiddenValue, statusClasses } from "./choices.ts";
import { changedOptions, newOptions, shownOptions } from "./options/schema.ts";

/** After so many failed attempts in a row the dashboard warns. Nothing is switched off by itself. */
export const failuresThatWarn = 20;

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const printable = /^[\x20-\x7e]*$/;
const reservedHeader =
  /^(content-type|content-length|host|connection|transfer-encoding|keep-alive|upgrade|expect|te|trailer|proxy-.*|x-webhook-.*)$/i;

function headerFault(name: string, value: string): string | undefined {
  if (!headerName.test(name) || name.length > 256) return `"${name.slice(0, 40)}" is not a header name.`;
  if (reservedHeader.test(name)) return `${name} cannot be set.`;
  if (value.length > 1024) return `The value of ${name} is longer than 1024 characters.`;
  if (!printable.test(value)) return `The value of ${name} must be printable ASCII in one line.`;
  return undefined;
}

const customHeaders = z
  .record(z.string(), z.string())
  .superRefine((headers, context) => {
    const names = Object.keys(headers);
    if (names.length > 20) context.addIssue({ code: "custom", message: "At most 20 headers." });
    const repeated = names.length !== new Set(names.map((name) => name.toLowerCase())).size;
    if (repeated) context.addIssue({ code: "custom", message: "A header is given twice." });
    for (const [name, value] of Object.entries(headers).slice(0, 21)) {
      const message = headerFault(name, value);
      if (message) context.addIssue({ code: "custom", message, path: [name], params: { code: "invalid_header" } });
    }
  })
  .meta({ description: "Extra headers of each delivery: at most 20, values at most 1 KB of printable ASCII." });

const eventTypes = z
  .array(z.enum(publicEventTypes))
  .min(1)
  .max(publicEventTypes.length)
  .refine((list) => new Set(list).size === list.length, { message: "An event is named twice." })
  .meta({ description: "Which events are sent, each once, at least one." });

const url = z.string().trim().min(1).max(2048).meta({
  description: "Target of the POST: https, public, without credentials, at most 2048 characters.",
  format: "uri",
});
const retryCount = z.int().min(0).max(10).meta({ description: "Retries after the first attempt, 0 to 10." });
const websiteId = z.string().min(1).max(64).meta({ description: "Channel id, or * for all channels." });
const signed = z.boolean().meta({ description: "Adds X-Webhook-Signature (HMAC-SHA256) to each delivery." });

export const createWebhookInput = z
  .object({
    url,
    eventTypes,
    websiteId: websiteId.default("*"),
    retryCount: retryCount.default(5),
    customHeaders: customHeaders.default({}),
    signed: signed.default(false),
    ...newOptions,
  })
  .meta({ id: "CreateWebhookRequest", description: "A new subscription." });

export const updateWebhookInput = z
  .object({
    webhookId: z.string(),
    url: url.optional(),
    eventTypes: eventTypes.optional(),
    websiteId: websiteId.optional(),
    isActive: z.boolean().optional(),
    retryCount: retryCount.optional(),
    customHeaders: customHeaders.optional().meta({
      description: `All headers anew; the value ${hiddenValue} keeps what is stored under the name, unless the url changes.`,
    }),
    signed: signed.optional(),
    ...changedOptions,
    ifMatch: ifMatchField,
  })
  .meta({
    id: "UpdateWebhookRequest",
    description:
      "Only what is sent changes. A new url gets a new secret, which the answer shows, and needs customHeaders sent anew.",
  });

export const webhookIdInput = z.object({ webhookId: z.string() });
export const listWebhooksInput = z.object(pageInput);

const webhookHealthSchema = z
  .object({
    successes: z.int().meta({ description: "Successful attempts of the last 24 hours." }),
    failures: z.int().meta({ description: "Failed attempts of the last 24 hours." }),
    consecutiveFailures: z.int().meta({ description: "Failed attempts since the last success." }),
    warns: z.boolean().meta({ description: `${failuresThatWarn} or more failures in a row.` }),
    lastSuccessAt: dateOut.nullable(),
    lastFailureAt: dateOut.nullable(),
    lastFailureReason: z.string().meta({ description: "Why the last failed attempt failed, in words." }),
    queued: z.int().meta({ description: "Deliveries that wait for an attempt, counted up to 1000." }),
    missed: z.int().meta({
      description: "Events of the last 30 days that failed for good and have not arrived since, counted up to 1000.",
    }),
    missedSince: dateOut.nullable().meta({ description: "When the first of them happened; null: there is none." }),
  })
  .meta({ id: "WebhookHealth", description: "How a webhook fares." });

export const webhookSchema = z
  .object({
    id: idField,
    companyId: idField,
    websiteId,
    url: z.string(),
    eventTypes: z.array(z.enum(publicEventTypes)),
    isActive: z.boolean(),
    secret: z.string().meta({
      description:
        "Sent as X-Webhook-Secret. Whole on creation, rotation and change of url only, then whsec_... and the last four.",
    }),
    retryCount: z.int(),
    customHeaders: z
      .record(z.string(), z.string())
      .meta({ description: `Names; values are never shown again after creation: ${hiddenValue}.` }),
    signed: z.boolean(),
    ...shownOptions,
    recoveryId: idField.nullable().meta({
      description: "Job that sends what it missed, and meanwhile all its events in their order; null: none.",
    }),
    health: webhookHealthSchema,
    createdAt: dateOut,
    updatedAt: dateOut,
  })
  .meta({ id: "WebhookSubscription", description: "A subscription to events." });

export type Webhook = z.infer<typeof webhookSchema>;

export const webhookPage = pageOf(webhookSchema);
export const deletedWebhookSchema = z.object({ id: z.string(), deleted: z.literal(true) });

export const pingInput = z.object({ url });
export const pingSchema = z
  .object({
    success: z.boolean(),
    statusCode: z.int().nullable(),
    responseTimeMs: z.int(),
    errorMessage: z.string().nullable(),
  })
  .meta({ id: "WebhookPing", description: "Whether a target answers. Its body is never shown." });

export const testInput = z.object({
  webhookId: z.string(),
  eventType: z
    .enum(publicEventTypes)
    .optional()
    .meta({ description: "Default: the first event the webhook is subscribed to." }),
});

export const logFilters = {
  success: booleanText.optional(),
  event: z.enum(publicEventTypes).optional(),
  statusCode: wholeNumber(100, 599).optional(),
  from: dateIn.optional().meta({ description: "Attempts made at or after." }),
  to: dateIn.optional().meta({ description: "Attempts made before or at." }),
  statusClass: z.enum(statusClasses).optional().meta({ description: "none: no answer came." }),
  deliveryId: z.string().max(64).optional().meta({ description: "The attempts of one delivery." }),
  search: z.string().trim().min(1).max(200).optional().meta({
    description: "Text in the body sent, the answer or the error.",
  }),
};

export const listLogsInput = z.object({ webhookId: z.string(), ...logFilters, ...pageInput, ...cursorInput });

export const deliveryLogSchema = z
  .object({
    id: idField,
    webhookId: idField,
    url: z.string(),
    event: z.string(),
    payload: z.record(z.string(), z.unknown()).meta({ description: "The JSON body that was sent." }),
    statusCode: z.int().nullable().meta({ description: "null: no answer came." }),
    responseBody: z.string().nullable().meta({ description: "At most 4 KB." }),
    errorMessage: z.string().nullable().meta({ description: "null: the attempt succeeded." }),
    success: z.boolean().meta({ description: "The receiver answered 2xx." }),
    attempt: z.int().meta({ description: "1 for the first attempt of a delivery." }),
    durationMs: z.int(),
    deliveryId: z.string().nullable().meta({ description: "Attempts of one delivery share it; null: a test." }),
    deliveryStatus: z
      .enum(["pending", "succeeded", "failed", "dropped"])
      .nullable()
      .meta({ description: "Where the delivery stands now; pending: another attempt will follow." }),
    conversationId: z.string().nullable().meta({ description: "The conversation that the event is about." }),
    contactId: z.string().nullable().meta({ description: "The contact that the event is about." }),
    requestHeaders: z.record(z.string(), z.string()).meta({ description: "Headers sent, secrets hidden." }),
    createdAt: dateOut,
  })
  .meta({ id: "WebhookDeliveryLog", description: "One attempt of a delivery." });

export type DeliveryLog = z.infer<typeof deliveryLogSchema>;

export const deliveryLogPage = pageOf(deliveryLogSchema);
export const logIdInput = z.object({ webhookId: z.string(), logId: z.string() });

export const redeliverFailedInput = z.object({
  webhookId: z.string(),
  from: dateIn.optional().meta({ description: "Events of deliveries made at or after." }),
  to: dateIn.optional().meta({ description: "Events of deliveries made before or at." }),
  event: z.enum(publicEventTypes).optional(),
});

export const recoverInput = z.object({
  webhookId: z.string(),
  since: dateIn.meta({
    description:
      "Events from then on that happened after the webhook was made, but none from before what was delivered is kept: 30 days ago, or the company's retention of payloads.",
  }),
});

export const recoverySchema = z
  .object({
    jobId: idField.meta({ description: "Of the job that says how far it is: GET /v1/jobs/{jobId}." }),
    webhookId: idField,
    since: dateOut.meta({
      description: "From when on: the time that was asked for, or since when deliveries are kept.",
    }),
  })
  .meta({ id: "WebhookRecovery", description: "A recovery that has begun." });

export const redeliveredSchema = z.object({
  queued: z.int().meta({ description: "Failed deliveries that are attempted anew, with all their retries." }),
  more: z.boolean().meta({ description: "There are more than one call takes: call again." }),
  left: z
    .int()
    .meta({ description: "Failed deliveries of event types that the webhook is not for any more: left as they are." }),
});
