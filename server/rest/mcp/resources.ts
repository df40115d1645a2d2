import { notFound } from "#server/base/errors.ts";
import { listContacts, readContact } from "#server/contacts/list/listing.ts";
import { listConversations, readConversation } from "#server/conversations/list/listing.ts";
import { type Actor, can } from "#server/core/actor.ts";
import { listMessages } from "#server/messages/listing.ts";

/** What a host can hand to its model as context: conversations with what was said, and contacts. */
const address = /^parley:\/\/(conversations|contacts)\/([^/?#]{1,64})$/;
const mimeType = "application/json";
/** So many of each are listed by name, those of the last days; all others are read by their address. */
const listed = 20;
const lastMessages = 100;

export const resourceTemplates = [
  {
    uriTemplate: "parley://conversations/{conversationId}",
    name: "conversation",
    title: "Conversation",
    description: `A conversation with its last ${lastMessages} messages.`,
    mimeType,
  },
  {
    uriTemplate: "parley://contacts/{contactId}",
    name: "contact",
    title: "Contact",
    description: "A person with tags and custom fields.",
    mimeType,
  },
];

export const mayRead = (actor: Actor): boolean => can(actor, "clients_read");

type Resource = { uri: string; name: string; title: string; mimeType: string };

function resource(kind: "conversations" | "contacts", id: string, title: string): Resource {
  return { uri: `parley://${kind}/${id}`, name: `${kind}/${id}`, title, mimeType };
}

export async function listResources(actor: Actor): Promise<Resource[]> {
  if (!mayRead(actor)) return [];
  const conversations = await listConversations.execute(actor, { limit: listed });
  const contacts = await listContacts.execute(actor, { limit: listed });
  return [
    ...conversations.data.map(({ id, visitorName, channel }) =>
      resource("conversations", id, `${visitorName} · ${channel}`),
    ),
    ...contacts.data.map(({ id, name, email, phone }) => resource("contacts", id, name || email || phone || id)),
  ];
}

async function contentOf(actor: Actor, kind: string, id: string): Promise<unknown> {
  if (kind === "contacts") return readContact.execute(actor, { contactId: id });
  const conversation = await readConversation.execute(actor, { conversationId: id });
  const messages = await listMessages.execute(actor, { conversationId: id, order: "desc", limit: lastMessages });
  return { conversation, messages: messages.data.reverse() };
}

export async function readResource(actor: Actor, uri: string) {
  const [, kind = "", id = ""] = address.exec(uri) ?? [];
  if (kind === "") throw notFound("resource");
  const text = JSON.stringify(await contentOf(actor, kind, id));
  return { contents: [{ uri, mimeType, text }] };
}
