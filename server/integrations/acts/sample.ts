import { newId } from "#server/base/ids.ts";
import { featuresOf, ownCompany, settingsOf } from "#server/companies/access.ts";
import { contactSchema } from "#server/contacts/schema.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { conversationSchema } from "#server/conversations/schema.ts";
import { viewConversation } from "#server/conversations/viewing.ts";
import type { Actor } from "#server/core/actor.ts";
import { currencyOf } from "#server/core/currencies.ts";
import { messageSchema } from "#server/messages/schema.ts";
import { phasesOf } from "#server/phases/access.ts";
import { attributionOf, type Dossier } from "./dossier.ts";

const person = { name: "Test Person", email: "test.person@example.com", phone: "+14155550123" };
const said = "This is a test from Parley.";
const campaign = { utmSource: "parley", utmMedium: "test", utmCampaign: "test", gclid: "", device: "desktop" };

function sampleRow(companyId: string, at: Date, phaseId: string): ConversationRow {
  const visitorId = "test";
  return {
    ...{ companyId, id: newId(), channelId: newId(), channel: "WEB", windowed: false, status: "closed" },
    ...{ contactId: newId(), contactLink: "own", phaseId, phaseChangedAt: at, amount: 1, lostReason: "", isLead: true },
    ...{ visitorId, visitorName: person.name, visitorEmail: person.email, visitorPhone: person.phone },
    ...{ tags: ["post_lead"], operatorTags: [], assignedTo: null, teamId: null, preAssigned: null },
    ...{ persistentLastOperator: null, chatbotState: "OFF", chatbotStateBy: "", chatbotStateAt: null, flowState: {} },
    ...{
      imported: false,
      mergedIntoId: null,
      closedAt: at,
      closedBy: "system",
      ...campaign,
      gaClientId: "555.1234567890",
    },
    ...{ url: "https://example.com/", referrer: "", conversationContext: {}, customFields: {}, participants: [] },
    referral: {
      sourceId: "",
      headline: "",
      body: "",
      imageUrl: "",
      clickId: "parley-test-click",
      at: at.toISOString(),
    },
    ...{ lastMessage: said, lastMessageKind: "text/plain", lastMessageBy: "visitor", lastMessageAt: at },
    ...{ lastVisitorMessageAt: at, lastVisitorSeq: 1 },
    ...{ freeEntryUntil: null, waitingSince: null, priority: "none", snoozedUntil: null, snoozedBy: "" },
    ...{ returnedAt: null, slaPolicyId: null, sla: null, slaDueAt: null, slaNextAt: null, firstHumanMessageAt: null },
    ...{ botSpoke: false, lastSeq: 1, visitorReadSeq: 0, createdAt: at, updatedAt: at },
  };
}

function sampleMessage({ companyId, id: conversationId }: ConversationRow, createdAt: Date) {
  return messageSchema.parse({
    ...{ companyId, id: newId(), conversationId, seq: 1, fromType: "visitor", sender: "test", senderName: person.name },
    ...{ senderType: "visitor", user: "test", userName: person.name, type: "text/plain", text: said, attachments: [] },
    ...{ responseOptions: [], command: null, status: "sent", failureReason: null, clientMessageId: null },
    ...{ externalId: null, edited: false, createdAt },
  });
}

function sampleContact(row: ConversationRow, createdAt: Date) {
  return contactSchema.parse({
    ...{ ...person, ...campaign, companyId: row.companyId, id: row.contactId, channelId: row.channelId },
    ...{ conversationId: row.id, internationalPhoneNumber: "14155550123", externalId: "", status: "new" },
    ...{ subStatus: "", message: said, assignedTo: null, rating: 0, entryMethod: "WEB", conversionUrl: row.url },
    ...{ refererTracking: "", tags: [], customFields: {}, createdAt, updatedAt: createdAt },
  });
}

/** A lead that nobody has made, won and closed: what a test tells. */
export async function sampleOf(actor: Actor, at: Date): Promise<Dossier> {
  const company = await ownCompany(actor);
  const settings = settingsOf(company.settings);
  const phases = await phasesOf(actor);
  const { id, name, type } = phases.find((one) => one.type === "success") ?? { id: "", name: "", type: "success" };
  const row = sampleRow(company.id, at, id);
  return {
    test: true,
    conversation: conversationSchema.parse(viewConversation(row)),
    contact: sampleContact(row, at),
    messages: [sampleMessage(row, at)],
    messagesTotal: 1,
    attribution: attributionOf(row),
    phase: { id, name, type },
    currency: currencyOf(settings),
    company: { id: company.id, name: company.name, locale: settings.locale },
    features: featuresOf(company),
  };
}
