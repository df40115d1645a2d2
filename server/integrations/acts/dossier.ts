import { featuresOf, ownCompany, settingsOf } from "#server/companies/access.ts";
import type { CompanySettings } from "#server/companies/schema.ts";
import { readableContact } from "#server/contacts/access.sql.ts";
import { type Contact, contactSchema } from "#server/contacts/schema.ts";
import { viewContact } from "#server/contacts/viewing.ts";
import { readableConversation } from "#server/conversations/access.sql.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { type Conversation, conversationSchema } from "#server/conversations/schema.ts";
import { viewConversation } from "#server/conversations/viewing.ts";
import type { Actor } from "#server/core/actor.ts";
import { currencyOf } from "#server/core/currencies.ts";
import { listMessages } from "#server/messages/listing.ts";
import type { Message } from "#server/messages/schema.ts";
import { readablePhase } from "#server/phases/access.ts";

/** Where a visitor came from, as far as it is known. */
type Attribution = Pick<
  ConversationRow,
  "utmSource" | "utmMedium" | "utmCampaign" | "gclid" | "gaClientId" | "url" | "referrer" | "device" | "referral"
>;

/** All that an integration may tell of a conversation. */
export type Dossier = {
  test: boolean;
  conversation: Conversation;
  contact: Contact | null;
  /** The latest ones, in their order. */
  messages: readonly Message[];
  messagesTotal: number;
  attribution: Attribution;
  phase: { id: string; name: string; type: string };
  /** ISO 4217 code of the amount. */
  currency: string;
  company: { id: string; name: string; locale: CompanySettings["locale"] };
  features: Readonly<Record<string, boolean>>;
};

/** So many messages are told, a hundred a read. */
const mostMessages = 200;

async function latestMessages(actor: Actor, conversationId: string) {
  const messages: Message[] = [];
  let total = 0;
  for (let cursor: string | null | undefined; cursor !== null && messages.length < mostMessages; ) {
    const asked = { conversationId, order: "desc" as const, limit: 100, ...(cursor ? { cursor } : {}) };
    const { data, pagination } = await listMessages.execute(actor, asked);
    messages.push(...data);
    total = pagination.total;
    cursor = pagination.nextCursor;
  }
  return { messages: messages.reverse(), messagesTotal: total };
}

export function attributionOf(row: ConversationRow): Attribution {
  const { utmSource, utmMedium, utmCampaign, gclid, gaClientId, url, referrer, device, referral } = row;
  return { utmSource, utmMedium, utmCampaign, gclid, gaClientId, url, referrer, device, referral };
}

/** A conversation as it is now; not_found where it is gone. A contact that is only claimed is not told (D10). */
export async function dossierOf(actor: Actor, conversationId: string): Promise<Dossier> {
  const row = await readableConversation(actor, conversationId);
  const known = row.contactId && row.contactLink !== "claimed" ? row.contactId : null;
  const contact = known ? await readableContact(actor, known) : undefined;
  const company = await ownCompany(actor);
  const settings = settingsOf(company.settings);
  const { id, name, type } = await readablePhase(actor, row.phaseId);
  return {
    test: false,
    conversation: conversationSchema.parse(viewConversation(row)),
    contact: contact ? contactSchema.parse(viewContact(contact)) : null,
    ...(await latestMessages(actor, row.id)),
    attribution: attributionOf(row),
    phase: { id, name, type },
    currency: currencyOf(settings),
    company: { id: company.id, name: company.name, locale: settings.locale },
    features: featuresOf(company),
  };
}
