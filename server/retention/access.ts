import { AppError } from "#server/base/errors.ts";
import { contactOfConversation, idsOfContacts } from "#server/conversations/access.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import type { LegalHold, RetentionRule } from "#server/db/generated/client.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import type { RetentionKind } from "./choices.ts";
import { holdOn, namedByHolds } from "./holding.sql.ts";

/** What retention passes over. */
export type Held = { everything: boolean; contactIds: string[]; conversationIds: string[] };

/** All that is held in a company: people with all their conversations, and single conversations. */
export async function heldIn(companyId: string): Promise<Held> {
  const holds = await namedByHolds(companyId);
  const contactIds = holds.flatMap(({ contactId }) => contactId ?? []);
  const own = holds.flatMap(({ conversationId }) => conversationId ?? []);
  const theirs = contactIds.length > 0 ? await idsOfContacts(companyId, contactIds) : [];
  return {
    everything: holds.some(({ contactId, conversationId }) => !contactId && !conversationId),
    contactIds,
    conversationIds: [...new Set([...own, ...theirs])],
  };
}

/** Until the transaction ends holds are as they are: a change of them waits. Take it before anything is locked. */
export async function keepHolds(companyId: string): Promise<void> {
  await takeTurn(holdsTurn(companyId), "with others");
}

/** Who changes holds takes it alone. */
export const holdsTurn = (companyId: string) => `holds:${companyId}`;

/** Refuses to delete what is under a legal hold. Ask it under the locks of what is to go. */
export async function requireNotHeld(
  companyId: string,
  about: { contactIds: readonly (string | null)[]; conversationIds: readonly string[] },
): Promise<void> {
  const hold = await holdOn(companyId, about);
  if (hold) throw refusedBy(hold);
}

/** The same of what is about a contact or a conversation, or both. */
export async function requireAboutNotHeld(
  companyId: string,
  { contactId, conversationId }: { contactId: string | null; conversationId: string | null },
): Promise<void> {
  const theirs = conversationId ? await contactOfConversation(companyId, conversationId) : null;
  const conversationIds = conversationId ? [conversationId] : [];
  await requireNotHeld(companyId, { contactIds: [contactId, theirs], conversationIds });
}

/** Of some contacts those that may not be deleted, each with why. Ask it under their locks too. */
export async function heldContacts(companyId: string, ids: readonly string[]): Promise<Map<string, AppError>> {
  const holdAmong = async (contactIds: readonly string[]) =>
    holdOn(companyId, { contactIds, conversationIds: await idsOfContacts(companyId, contactIds) });
  const held = new Map<string, AppError>();
  // Mostly nothing is held: one look at all of them says so.
  if (!(await holdAmong(ids))) return held;
  for (const id of ids) {
    const hold = await holdAmong([id]);
    if (hold) held.set(id, refusedBy(hold));
  }
  return held;
}

function refusedBy(hold: Pick<LegalHold, "id" | "contactId" | "conversationId">): AppError {
  const what = hold.contactId ? "This contact is" : hold.conversationId ? "This conversation is" : "Everything is";
  return new AppError("conflict", {
    message: `${what} under a legal hold: nobody may delete it until an administrator releases the hold.`,
    extra: { legalHoldId: hold.id },
  });
}

/** The rules that are set, by kind. */
export async function rulesOf({ companyId }: Pick<Actor, "companyId">): Promise<Map<RetentionKind, RetentionRule>> {
  const found = await prisma.retentionRule.findMany({ where: { companyId } });
  return new Map(found.map((rule) => [rule.kind, rule]));
}
