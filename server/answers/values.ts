import { isDeepStrictEqual } from "node:util";
import { AppError } from "#server/base/errors.ts";
import { readableContact } from "#server/contacts/access.sql.ts";
import type { ShownContact } from "#server/contacts/row.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { Actor } from "#server/core/actor.ts";
import { maskValue } from "#server/core/masking.ts";
import type { Mask, Masked } from "#server/core/permissions.ts";
import { masksOf } from "#server/core/rights.ts";
import { ownUser } from "#server/users/access.ts";
import type { Values } from "./rendering.ts";

type Talk = Pick<
  ConversationRow,
  "contactId" | "contactLink" | "visitorName" | "visitorEmail" | "visitorPhone" | "customFields"
>;

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

function withoutHidden(custom: Record<string, unknown>, hidden: readonly Mask[]): Record<string, unknown> {
  const entries = Object.entries(custom);
  return Object.fromEntries(entries.filter(([key, value]) => isShown({ customFields: { [key]: value } }, hidden)));
}

const isShown = (field: object, hidden: readonly Mask[]) => isDeepStrictEqual(maskValue(field, hidden), field);

/** What variables mean in a conversation: its contact's fields, else what the visitor said; its own; and who writes. */
export async function valuesIn(actor: Actor, conversation: Talk): Promise<Values> {
  const contact = await contactOf(actor, conversation);
  const { visitorName, visitorEmail, visitorPhone, customFields } = conversation;
  const hidden = masksOf(actor);
  const shown = (field: Masked, value: string) => (hidden.includes(field) ? "" : value);
  return {
    contact: {
      name: contact?.name || visitorName,
      // What is hidden from who writes has no value: a note or a name would show it (W11).
      email: shown("email", contact?.email || visitorEmail),
      phone: shown("phone", contact?.phone || visitorPhone),
      custom: withoutHidden(contact?.customFields ?? {}, hidden),
    },
    conversation: { custom: withoutHidden(customFields, hidden) },
    // A rule is nobody: its texts need a fallback where they name who writes.
    agent: { name: actor.userId ? (await ownUser(actor)).name : actor.type === "robot" ? "" : actor.name },
  };
}
