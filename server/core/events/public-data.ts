import { z } from "zod";
import { contactStatuses, conversationStatuses, messageTypes, tagSources } from "#server/core/words.ts";
import type { PublicEventType } from "./public-types.ts";
import { rated } from "./rated-data.ts";

/**
 * The `data` of each public event (decisions.md K10). The API reference is made from it, and events are typed by it.
 */

const id = (what: string) => z.string().meta({ description: `Id of the ${what}.` });
const time = (what: string) => z.iso.datetime().meta({ description: `${what}, UTC with milliseconds.` });
const text = (description: string) => z.string().meta({ description });

const channel = z
  .enum(["WEBSITE", "WHATSAPP", "FACEBOOK", "INSTAGRAM"])
  .meta({ description: "Where the conversation takes place." });
const bot = z.enum(["ON", "OFF"]).meta({ description: "ON: the chatbot answers." });
const assignedTo = z.string().nullable().meta({ description: "User id; null when nobody holds it." });
const status = z.enum(conversationStatuses).meta({ description: "opened, closed or inactive." });
const change = (what: string, value: z.ZodType) =>
  z.object({ before: value, after: value }).meta({ description: `${what}, before and after.` });
const anyValue = z.unknown().meta({ description: "The value of the field." });
const changes = z
  .record(z.string(), z.object({ before: anyValue, after: anyValue }))
  .meta({ description: "The fields that changed, each before and after." });

const person = {
  visitorName: text("Name of the visitor; empty when unknown."),
  visitorEmail: text("Email address of the visitor; empty when unknown."),
  visitorPhone: text("Phone number of the visitor; empty when unknown."),
};

const conversation = {
  id: id("conversation"),
  companyId: id("company"),
  websiteId: id("channel"),
  channel,
  status,
  chatbotState: bot,
  contactId: text("Id of the linked contact; empty when there is none."),
  phaseId: id("pipeline phase"),
  assignedTo,
  ...person,
  createdAt: time("When the conversation began"),
};

const contact = {
  id: id("contact"),
  companyId: id("company"),
  websiteId: text("Id of the channel it came by; empty when unknown."),
  conversationId: text("Conversation that last created or linked it; empty when none."),
  name: text("Name of the contact."),
  email: text("Email address; empty when unknown."),
  phone: text("Phone number as it was given; empty when unknown."),
  internationalPhoneNumber: text("Digits with country code; empty when unknown."),
  status: z.enum(contactStatuses).meta({ description: "Where the contact stands." }),
  subStatus: text("The team's own finer status."),
  assignedTo,
  entryMethod: text("How the contact came in, e.g. WEB or API."),
  rating: z.int().meta({ description: "1 to 5 stars, 0: unrated." }),
  tags: z.array(z.string()).meta({ description: "Tags of the contact." }),
  customFields: z.record(z.string(), z.unknown()).meta({ description: "Fields of the company's own." }),
  createdAt: time("When the contact was created"),
  updatedAt: time("When it was last changed"),
};

const tagged = {
  tag: text("The tag, as it was written."),
  source: z.enum(tagSources).meta({ description: "Who set it: a human, the chatbot's flow, or automatic tagging." }),
  tags: z.array(z.string()).meta({ description: "The business tags afterwards." }),
};

const clock = {
  policyId: id("service level"),
  policyName: text("Name of the service level."),
  clock: z.enum(["first_response", "next_response", "resolution"]).meta({ description: "What was promised." }),
  targetSeconds: z.int().meta({ description: "Seconds of the calendar's open time that it may take." }),
  dueAt: time("When its time is over"),
};
const snoozed = {
  snoozedUntil: time("Until when it was put off"),
  snoozedBy: text("Who put it off: id of a user or token."),
};

const note = z
  .object({
    id: id("note"),
    text: text("What was noted."),
    createdAt: time("When it was written"),
    authorId: id("person or token that wrote it"),
  })
  .meta({ description: "The internal note." });

const sender = z
  .object({
    id: text("User id, visitor's id, chatbot's id, or the name an external operator gave."),
    type: z
      .enum(["visitor", "robot", "user", "external_operator"])
      .meta({ description: "A responder reacts to visitor only: its own messages are told too." }),
    initial: text("First letter of the name."),
    name: text("Name of the sender."),
  })
  .meta({ description: "Who wrote it." });

const said = z
  .object({
    id: id("message"),
    message: z
      .object({
        text: text("The text; the caption of an image."),
        type: z.enum(messageTypes).meta({ description: "Kind of the message." }),
      })
      .meta({ description: "What was written." }),
    sender,
    sendAt: time("When it was written"),
    sentAt: time("When it was sent"),
    step: text("internal_name of the step of the flow whose question it asks; absent: none.").optional(),
  })
  .meta({ description: "The message." });

const templateStatus = z.enum(["APPROVED", "PENDING", "REJECTED"]);

const aConversation = z.object(conversation);
const aContact = z.object(contact);

/** A conversation and a contact inside the data of an event (decisions.md K10). */
export type EventConversation = z.infer<typeof aConversation>;
export type EventContact = z.infer<typeof aContact>;

const { phaseId: _phase, assignedTo: _assigned, createdAt: _created, ...spoken } = conversation;

export const publicData = {
  "conversation/created": z.object({
    ...conversation,
    status: z.literal("ACTIVE").meta({ description: "A new conversation is ACTIVE." }),
  }),
  "conversation/updated": z.object({ ...conversation, changes }),
  "conversation/deleted": z.object({
    id: id("conversation"),
    companyId: id("company"),
    websiteId: id("channel"),
    contactId: text("Id of the contact it was linked to; empty when there was none."),
    deletedAt: time("When it was deleted"),
  }),
  "conversation/operator_assigned": z.object({
    ...conversation,
    previousAssignedTo: z.string().nullable().meta({ description: "Who held it before; null: nobody." }),
    type: z.enum(["assign", "transfer", "automatic", "unassign"]).meta({ description: "How it came about." }),
    assignedBy: z
      .string()
      .nullable()
      .meta({ description: "Who assigned it: id of a user or token; null when it was given by the company's rules." }),
  }),
  "conversation/message": z.object({
    conversation: z.object(spoken).meta({ description: "The conversation at that moment." }),
    message: said,
    processMessage: z.boolean().meta({ description: "true: the bot will handle it, or has." }),
    chatbotId: z.string().nullable().meta({ description: "The chatbot that serves the channel; null: none." }),
  }),
  "conversation/note": z.object({
    ...conversation,
    note,
    mentions: z.array(z.string()).meta({ description: "Ids of the people of the team who are named in it." }),
  }),
  "conversation/archived": z.object({
    ...conversation,
    isLead: z.boolean().nullable().meta({ description: "Whether it produced a contact; null when closed by itself." }),
    closedAt: time("When it was closed"),
    closedBy: text("Who closed it: id of a user or token, or system."),
  }),
  "conversation/contact": z.object({
    ...conversation,
    contact: z
      .object({
        id: id("contact"),
        name: text("Name of the contact."),
        email: text("Email address; empty when unknown."),
        phone: text("Phone number; empty when unknown."),
      })
      .meta({ description: "The contact that is linked now." }),
  }),
  "conversation/phase_changed": z.object({
    ...conversation,
    previousPhaseId: id("phase before"),
    phaseName: text("Name of the phase it is in now."),
    previousPhaseName: text("Name of the phase before."),
    changes: z
      .object({ phaseId: change("The phase", z.string()) })
      .meta({ description: "The phase, before and after." }),
  }),
  "conversation/tag_added": z.object({ ...conversation, ...tagged }),
  "conversation/tag_removed": z.object({ ...conversation, ...tagged }),
  "contact/created": aContact,
  "contact/updated": z.object({ ...contact, changes }),
  "contact/status_changed": z.object({
    ...contact,
    previousStatus: z.enum(contactStatuses).meta({ description: "The status before." }),
    changes: z
      .object({ status: change("The status", z.enum(contactStatuses)) })
      .meta({ description: "The status, before and after." }),
  }),
  "contact/operator_assigned": z.object({
    ...contact,
    previousAssignedTo: z.string().nullable().meta({ description: "Who held it before; null: nobody." }),
    changes: z
      .object({ assignedTo: change("Who holds it", z.string().nullable()) })
      .meta({ description: "Who holds it, before and after." }),
  }),
  "contact/tag_added": z.object({ ...contact, tag: text("The tag that was added.") }),
  "contact/deleted": z.object({
    id: id("contact"),
    companyId: id("company"),
    websiteId: text("Id of the channel it came by; empty when unknown."),
    name: text("Its name."),
    email: text("Its email address; empty when unknown."),
    phone: text("Its phone number; empty when unknown."),
    deletedAt: time("When it was deleted"),
  }),
  "contact/merged": z.object({
    ...contact,
    mergeId: id("merge"),
    mergedId: text("Id of the contact that went into this one."),
    undone: z.boolean().meta({ description: "true: the merge was undone, and both are there again." }),
  }),
  "task/due": z.object({
    id: id("task"),
    companyId: id("company"),
    websiteId: text("Id of the conversation's channel; empty when it is about no conversation."),
    title: text("What is to be done."),
    dueAt: time("When it is due"),
    assignedTo: z.string().nullable().meta({ description: "User id; null when it is nobody's." }),
    conversationId: text("The conversation it is about; empty when none."),
    contactId: text("The contact it is about; empty when none."),
    createdAt: time("When it was made"),
  }),
  "conversation/snoozed": z.object({ ...conversation, ...snoozed }),
  "conversation/unsnoozed": z.object({
    ...conversation,
    ...snoozed,
    reason: z
      .enum(["time", "visitor", "person", "closed"])
      .meta({ description: "Why: its time came, the visitor wrote, a person took it back, or it was closed." }),
  }),
  "sla/warning": z.object({ ...conversation, ...clock }),
  "sla/breached": z.object({ ...conversation, ...clock }),
  "csat/received": z.object({ ...conversation, ...rated }),
  "conversation/handed_over": z.object({ ...conversation, chatbotId: id("chatbot that gave it to a person") }),
  "message/status": z.object({
    id: text("Id of the message; of the newest, where several were delivered or read at once."),
    companyId: id("company"),
    websiteId: id("channel"),
    conversationId: id("conversation"),
    contactId: text("Id of the linked contact; empty when there is none."),
    seq: z.int().meta({ description: "Its number in the conversation." }),
    status: z.enum(["sent", "delivered", "read", "failed"]).meta({
      description: "What it is now. Delivered and read go for the team's earlier messages too.",
    }),
    failureCode: text("The platform's code; empty unless it failed."),
    failureReason: text("Why it failed; empty unless it did."),
    changedAt: time("When it became so"),
  }),
  "channel/health_changed": z.object({
    id: id("channel"),
    companyId: id("company"),
    websiteId: text("The same as id."),
    type: text("Type of the channel, e.g. WHATSAPP_API."),
    label: text("Its name."),
    connected: z.boolean().meta({ description: "Whether messages come and go." }),
    problem: z
      .object({ code: z.int().meta({ description: "The platform's code; 0: none." }), message: text("What is wrong.") })
      .nullable()
      .meta({ description: "What ails it; null: nothing." }),
  }),
  "template/status_changed": z.object({
    id: z.int().meta({ description: "Number of the template." }),
    companyId: id("company"),
    websiteId: id("channel"),
    elementName: text("Its name on the platform."),
    language: text("Its language, e.g. en_US."),
    status: templateStatus.meta({ description: "Only APPROVED templates can be sent." }),
    previousStatus: templateStatus.meta({ description: "The status before." }),
    reasonCode: text("The platform's code of the rejection; empty when none."),
    reason: text("Why it was rejected; empty when it was not."),
  }),
  "campaign/finished": z.object({
    id: id("campaign"),
    companyId: id("company"),
    websiteId: id("channel"),
    name: text("Its name."),
    status: z.enum(["SENT", "STOPPED", "CANCELLED"]).meta({ description: "How it ended." }),
    stopCode: text("Why it stopped, as a code; empty when it did not."),
    stopReason: text("Why it stopped; empty when it did not."),
    recipients: z.int().meta({ description: "How many it was for." }),
    counters: z.record(z.string(), z.int()).meta({ description: "Its messages by status, at that moment." }),
    finishedAt: time("When it ended"),
  }),
} as const satisfies Record<PublicEventType, z.ZodType>;
