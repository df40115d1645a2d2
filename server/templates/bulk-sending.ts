import { userIdsOf } from "#server/channels/outbound/addressing.ts";
import { phoneKeys } from "#server/contacts/identity/phones.ts";
import { optedOutAmong } from "#server/contacts/opting-out.sql.ts";
import { contactsToReach, type ReachableContact } from "#server/contacts/reaching.sql.ts";
import { matchingSettings } from "#server/contacts/settings.ts";
import { command } from "#server/core/operation.ts";
import { readableTemplate, type TemplateRow, whatsappChannel } from "./access.ts";
import { fill } from "./filling.ts";
import { refuseHeader } from "./messages/header-files.ts";
import { openMessage } from "./messages/opening.ts";
import {
  insertTemplateMessages,
  type NewTemplateMessage,
  type TemplateMessageRow,
} from "./messages/template-messages.ts";
import { type Media, sendResultSchema, sendToContactsInput, type Variables } from "./schema.ts";
import { refuseUnapproved, refuseUnconnected } from "./sending.ts";
import { isOptedOut, phoneOf, refusalOf, takesUserIds } from "./targeting.ts";

/** Up to this many the messages are in their conversations when the answer comes; more follow within seconds. */
const atOnce = 100;

type Filling = {
  given: Variables;
  media: Media | null;
  country: string | undefined;
  /** Of those without a number. */
  userIds: ReadonlyMap<string, string>;
  /** Of these ids, those that want no such message. */
  out: ReadonlyMap<string, Date>;
  /** Numbers that get it already: two contacts may have one, and its owner gets one message. */
  seen: Set<string>;
};

function eventFor(
  template: TemplateRow,
  id: string,
  contact: ReachableContact | undefined,
  filling: Filling,
): NewTemplateMessage {
  const { given, media, country, userIds, out, seen } = filling;
  const phone = contact ? phoneOf(contact, country) || (userIds.get(id) ?? "") : "";
  const key = phoneKeys(phone)[0] ?? phone;
  const { values, missing } = fill(template.components, given, contact ?? null);
  const refusal = !contact
    ? refusalOf("contact_not_found")
    : phone === ""
      ? refusalOf("no_phone")
      : isOptedOut(template, contact) || out.has(phone)
        ? refusalOf("opted_out")
        : missing.length > 0
          ? refusalOf("missing_variable", missing.join(", "))
          : seen.has(key)
            ? refusalOf("duplicate")
            : { failureCode: null, failureReason: null };
  if (refusal.failureCode === null) seen.add(key);
  return {
    campaignId: null,
    channelId: template.channelId,
    templateId: template.id,
    contactId: contact ? id : null,
    destination: phone,
    recipientKey: null,
    name: contact?.name ?? "",
    variables: values,
    media,
    status: refusal.failureCode === null ? "enqueued" : "invalid",
    ...refusal,
  };
}

/** POST /v1/whatsapp/{channelId}/messages (J5): one result per contact, in the order given; a repeat is sent once. */
export const sendToContacts = command({
  name: "templates.sendToContacts",
  access: "chat_talk",
  input: sendToContactsInput,
  output: sendResultSchema,
  example: (given) => ({
    channelId: given.whatsappChannelId ?? "",
    templateId: given.templateId ?? "",
    contacts: [given.contactId ?? ""],
  }),
  async run(context) {
    const { actor, input, now } = context;
    const channel = await whatsappChannel(actor, input.channelId);
    const template = await readableTemplate(actor, input.templateId, channel.id);
    const media = input.media ?? null;
    await refuseHeader(template, media);
    refuseUnapproved(template);
    refuseUnconnected(channel);
    const ids = [...new Set(input.contacts.map((id) => id.toLowerCase()))];
    const contacts = await contactsToReach(actor, ids);
    const { country } = await matchingSettings(actor);
    const userIds = takesUserIds(template) ? await userIdsOf(actor, channel.id, [...contacts.keys()]) : new Map();
    const asked = template.category === "MARKETING" ? [...userIds.values()] : [];
    const filling = {
      given: { ...input.params, ...input.variables },
      media,
      country,
      userIds,
      out: await optedOutAmong(actor.companyId, asked),
      seen: new Set<string>(),
    };
    const drafts = ids.map((id) => eventFor(template, id, contacts.get(id), filling));
    const kept = await insertTemplateMessages(
      actor,
      now,
      drafts.filter(({ contactId }) => contactId !== null),
    );
    const sent = kept.filter(({ status }) => status === "enqueued");
    if (sent.length <= atOnce) for (const message of inOrder(sent)) await openMessage(context, template, message);
    if (sent.length > 0)
      context.emit({ type: "template/sending", channelId: channel.id, data: { count: sent.length } });
    const byContact = new Map(kept.map((message) => [message.contactId, message]));
    const byId = new Map(ids.map((id, index) => [id, drafts[index]]));
    const results = input.contacts.map((id) => {
      const known = id.toLowerCase();
      return resultOf(id, byContact.get(known), byId.get(known));
    });
    const accepted = results.filter(({ status }) => status === "enqueued").length;
    return { accepted, rejected: results.length - accepted, results };
  },
});

/** All code that sends to several people locks their conversations in one order. */
function inOrder(messages: readonly TemplateMessageRow[]): TemplateMessageRow[] {
  return [...messages].sort((a, b) => (a.destination < b.destination ? -1 : 1));
}

function resultOf(contactId: string, message: TemplateMessageRow | undefined, draft: NewTemplateMessage | undefined) {
  const said = message ?? draft;
  return {
    contactId,
    destination: said?.destination ?? "",
    eventId: message?.number ?? null,
    status: said?.status === "enqueued" ? ("enqueued" as const) : ("invalid" as const),
    failureCode: said?.failureCode ?? null,
    failureReason: said?.failureReason ?? null,
  };
}
