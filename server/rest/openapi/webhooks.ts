import { type PublicEventType, publicEventTypes } from "#server/core/events/public-types.ts";
import { eventBody, eventTable } from "#server/core/events/table.ts";
import type { Components, Json } from "./components.ts";
import { exampleId } from "./examples.ts";

const at = "2026-03-14T09:26:53.589Z";

const conversation = {
  id: exampleId("conversationId"),
  companyId: exampleId("companyId"),
  websiteId: exampleId("channelId"),
  channel: "WEBSITE",
  status: "opened",
  chatbotState: "ON",
  contactId: exampleId("contactId"),
  phaseId: exampleId("phaseId"),
  assignedTo: exampleId("userId"),
  visitorName: "Ana García",
  visitorEmail: "ana@example.com",
  visitorPhone: "+54 9 11 5555-1234",
  createdAt: at,
};

const contact = {
  id: exampleId("contactId"),
  companyId: exampleId("companyId"),
  websiteId: exampleId("channelId"),
  conversationId: exampleId("conversationId"),
  name: "Ana García",
  email: "ana@example.com",
  phone: "+54 9 11 5555-1234",
  internationalPhoneNumber: "5491155551234",
  status: "client",
  subStatus: "",
  assignedTo: exampleId("userId"),
  entryMethod: "WEB",
  rating: 4,
  tags: ["vip"],
  customFields: { plan: "gold" },
  createdAt: at,
  updatedAt: at,
};

const { phaseId: _phase, assignedTo: _assigned, createdAt: _created, ...spoken } = conversation;
const clock = {
  ...{
    policyId: exampleId("slaPolicyId"),
    policyName: "Urgent",
    clock: "first_response",
    targetSeconds: 900,
    dueAt: at,
  },
};
const tagged = { tag: "vip", source: "human", tags: ["vip"] };
const snoozed = { snoozedUntil: "2026-01-05T09:00:00.000Z", snoozedBy: exampleId("userId") };
const gone = { companyId: conversation.companyId, websiteId: conversation.websiteId, deletedAt: at };

/** What each event may look like. */
export const eventExamples: Record<PublicEventType, Json> = {
  "conversation/created": { ...conversation, status: "ACTIVE", contactId: "", assignedTo: null },
  "conversation/updated": { ...conversation, changes: { visitorName: { before: "", after: "Ana García" } } },
  "conversation/deleted": { id: conversation.id, contactId: conversation.contactId, ...gone },
  "conversation/operator_assigned": {
    ...conversation,
    previousAssignedTo: null,
    type: "assign",
    assignedBy: exampleId("adminId"),
  },
  "conversation/message": {
    conversation: spoken,
    message: {
      id: exampleId("messageId"),
      message: { text: "Good morning, is it in stock?", type: "text/plain" },
      sender: { id: "visitor-1", type: "visitor", initial: "A", name: "Ana García" },
      sendAt: at,
      sentAt: at,
    },
    processMessage: true,
    chatbotId: exampleId("chatbotId"),
  },
  "conversation/note": {
    ...conversation,
    note: { id: exampleId("noteId"), text: "Asked for a call", createdAt: at, authorId: exampleId("userId") },
    mentions: [exampleId("agentId")],
  },
  "conversation/archived": {
    ...conversation,
    status: "closed",
    isLead: true,
    closedAt: at,
    closedBy: exampleId("userId"),
  },
  "conversation/contact": {
    ...conversation,
    contact: { id: contact.id, name: contact.name, email: contact.email, phone: contact.phone },
  },
  "conversation/phase_changed": {
    ...conversation,
    previousPhaseId: exampleId("emptyPhaseId"),
    phaseName: "In progress",
    previousPhaseName: "New",
    changes: { phaseId: { before: exampleId("emptyPhaseId"), after: conversation.phaseId } },
  },
  "conversation/tag_added": { ...conversation, ...tagged },
  "conversation/tag_removed": { ...conversation, ...tagged, tags: [] },
  "contact/created": contact,
  "contact/updated": { ...contact, changes: { rating: { before: 0, after: 4 } } },
  "contact/status_changed": {
    ...contact,
    previousStatus: "new",
    changes: { status: { before: "new", after: "client" } },
  },
  "contact/operator_assigned": {
    ...contact,
    previousAssignedTo: null,
    changes: { assignedTo: { before: null, after: contact.assignedTo } },
  },
  "contact/merged": { ...contact, mergeId: exampleId("mergeId"), mergedId: exampleId("loserId"), undone: false },
  "contact/tag_added": { ...contact, tag: "vip" },
  "conversation/snoozed": { ...conversation, ...snoozed },
  "conversation/unsnoozed": { ...conversation, ...snoozed, reason: "time" },
  "conversation/handed_over": { ...conversation, chatbotState: "OFF", chatbotId: exampleId("chatbotId") },
  "sla/warning": { ...conversation, ...clock },
  "sla/breached": { ...conversation, ...clock, clock: "resolution", targetSeconds: 28_800 },
  "csat/received": {
    ...conversation,
    status: "closed",
    responseId: exampleId("csatResponseId"),
    scale: "stars",
    rating: 5,
    good: true,
    comment: "Ana was very kind.",
    agentId: conversation.assignedTo,
    teamId: null,
    about: "rating",
    askedAt: at,
    answeredAt: at,
  },
  "message/status": {
    id: exampleId("messageId"),
    companyId: conversation.companyId,
    websiteId: conversation.websiteId,
    conversationId: conversation.id,
    contactId: contact.id,
    seq: 4,
    status: "failed",
    failureCode: "131026",
    failureReason: "The number has no WhatsApp account.",
    changedAt: at,
  },
  "channel/health_changed": {
    id: conversation.websiteId,
    companyId: conversation.companyId,
    websiteId: conversation.websiteId,
    type: "WHATSAPP_API",
    label: "Sales",
    connected: false,
    problem: { code: 190, message: "The platform no longer accepts the channel's access." },
  },
  "template/status_changed": {
    id: 12,
    companyId: conversation.companyId,
    websiteId: conversation.websiteId,
    elementName: "order_update",
    language: "en_US",
    status: "APPROVED",
    previousStatus: "PENDING",
    reasonCode: "",
    reason: "",
  },
  "campaign/finished": {
    id: exampleId("campaignId"),
    companyId: conversation.companyId,
    websiteId: conversation.websiteId,
    name: "Spring service",
    status: "SENT",
    stopCode: "",
    stopReason: "",
    recipients: 120,
    counters: { delivered: 110, read: 0, failed: 10 },
    finishedAt: at,
  },
  "contact/deleted": { id: contact.id, name: contact.name, email: contact.email, phone: contact.phone, ...gone },
  "task/due": {
    id: exampleId("taskId"),
    companyId: conversation.companyId,
    websiteId: conversation.websiteId,
    title: "Call back about the quote",
    dueAt: at,
    assignedTo: exampleId("userId"),
    conversationId: conversation.id,
    contactId: "",
    createdAt: at,
  },
};

const header = (name: string, description: string, schema: Json, required = true): Json => ({
  name,
  in: "header",
  required,
  description,
  schema,
});

/** Of webhooks with `standardHeaders`, as standardwebhooks.com has them. */
const standardHeaders = [
  header(
    "webhook-id",
    "With standardHeaders: the id of the event, as in X-Webhook-Event-Id.",
    { type: "string" },
    false,
  ),
  header("webhook-timestamp", "With standardHeaders: unix seconds of this attempt.", { type: "string" }, false),
  header(
    "webhook-signature",
    'With standardHeaders: `v1,<base64 HMAC-SHA256 of "<webhook-id>.<webhook-timestamp>.<raw body>">`, one for each valid secret, with spaces between. The key is what the secret stands for after whsec_, as base64.',
    { type: "string" },
    false,
  ),
];

function headersOf(type: PublicEventType): Json[] {
  return [
    header("X-Webhook-Event", "The event type.", { type: "string", const: type }),
    header("X-Webhook-Event-Id", "Id of the event: the same on every attempt and redelivery. Deduplicate by it.", {
      type: "string",
    }),
    header("X-Webhook-Sequence", "Grows with each event of the company: sort by it.", { type: "string" }),
    header("X-Webhook-Secret", "The secret of the webhook: compare it.", { type: "string" }),
    header(
      "X-Webhook-Signature",
      "Of signed webhooks: t=<unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>` with the secret>.",
      { type: "string" },
      false,
    ),
    ...standardHeaders,
  ];
}

const titleOf = (type: string) =>
  type
    .split(/[/_]/)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join("");

function webhook(type: PublicEventType, components: Components): Json {
  const name = `${titleOf(type)}Event`;
  const { description: _none, ...schema } = components.of(eventBody(type), "output");
  const example = { event: type, timestamp: at, data: eventExamples[type] };
  return {
    post: {
      operationId: `on${titleOf(type)}`,
      tags: ["Webhooks"],
      summary: eventTable[type].summary,
      description:
        "Answer 2xx within 10 seconds. 5xx answers, timeouts and network errors are tried again, 4xx are not. A test delivery has another body: `test` is true, and `data` holds only `id` and `message`. Look at `test` before you check the rest.",
      security: [],
      parameters: headersOf(type),
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: components.name(name, { ...schema, description: `${eventTable[type].summary}.` }),
            example,
          },
        },
      },
      responses: {
        "2XX": { description: "Received" },
        "4XX": { description: "Refused: not tried again" },
        "5XX": { description: "Failed: tried again, as often as the webhook says" },
      },
    },
  };
}

/** The deliveries that subscribers get, one per public event. */
export function webhooksSection(components: Components): Json {
  return Object.fromEntries(publicEventTypes.map((type) => [type, webhook(type, components)]));
}
