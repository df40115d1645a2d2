import { AppError } from "#server/base/errors.ts";
import { readableContact } from "#server/contacts/access.ts";
import type { ShownContact } from "#server/contacts/row.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { Actor } from "#server/core/actor.ts";
import { ownUser } from "#server/users/access.ts";
import type { Values } from "./rendering.ts";

type Talk = Pick<ConversationRow, "contactId" | "contactLink" | "visitorName" | "visitorEmail" | "visitorPhone">;

/** The contact behind a conversation; one that is only claimed says nothing about the visitor (D10). */
async function contactOf(actor: Actor, { contactId, contactLink }: Talk): Promise<ShownContact | undefined> {
  if (contactId === null || contactLink === "claimed") return undefined;
  try {
    return await readableContact(actor, contactId);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return undefined;
    throw error;
  }
}

/** What variables mean in a conversation: its contact's fields, else what the visitor said; and who writes. */
export async function valuesIn(actor: Actor, conversation: Talk): Promise<Values> {
  const contact = await contactOf(actor, conversation);
  const { visitorName, visitorEmail, visitorPhone } = conversation;
  return {
    contact: {
      name: contact?.name || visitorName,
      email: contact?.email || visitorEmail,
      phone: contact?.phone || visitorPhone,
      custom: contact?.customFields ?? {},
    },
    // A rule is nobody: its texts need a fallback where they name who writes.
    agent: { name: actor.userId ? (await ownUser(actor)).name : actor.type === "robot" ? "" : actor.name },
  };
}
