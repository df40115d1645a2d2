import { AppError, invalidField } from "#server/base/errors.ts";
import { phoneKeys } from "#server/contacts/identity/phones.ts";
import { contactsByPhone, contactsToReach, type ReachableContact } from "#server/contacts/reaching.sql.ts";
import { lockConversation, onlyOwn } from "#server/conversations/access.sql.ts";
import { knownConversation } from "#server/conversations/opening/reaching.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import type { CommandContext } from "#server/core/operation.ts";
import type { TemplateMessageRow } from "./template-messages.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

const notYours = (field: string) =>
  invalidField(field, "There is nobody there whom you may write to.", "unknown_reference");

/** Whose number it is; somebody else's contact refuses it (C1). */
export async function contactAt(actor: Actor, phone: string): Promise<ReachableContact | null> {
  const found = (await contactsByPhone(actor, [phone])).get(phoneKeys(phone)[0] ?? "");
  if (!found) return null;
  if (onlyOwn(actor, "chat_talk") && !(await contactsToReach(actor, [found.id])).has(found.id))
    throw notYours("destination");
  return found;
}

type Aim = Pick<TemplateMessageRow, "channelId" | "contactId" | "destination" | "name">;

/**
 * Who is limited to their own writes into no conversation of another, also where a number leads to it (C1). For others
 * it is looked up only where it is asked for.
 */
export async function ownPlace(context: Context, aim: Aim, field: "contactId" | "destination", always: boolean) {
  const { actor } = context;
  const limited = onlyOwn(actor, "chat_talk");
  if (!limited && !always) return undefined;
  const known = await knownConversation(context, { ...aim, phone: aim.destination });
  if (!known || !limited) return known;
  return lockConversation(actor, known.id, "chat_talk").catch((error: unknown) => {
    throw error instanceof AppError && error.code === "not_found" ? notYours(field) : error;
  });
}
