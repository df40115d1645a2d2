import { AppError, invalidField } from "#server/base/errors.ts";
import { contactsToReach } from "#server/contacts/reaching.sql.ts";
import { lockConversation } from "#server/conversations/access.sql.ts";
import { type Actor, can } from "#server/core/actor.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { actingUser } from "#server/users/access.ts";
import { assignableUser, nobody } from "#server/users/assignable.ts";
import { countOpen } from "./access.sql.ts";
import { maxOpenTasks } from "./choices.ts";

/** Refuses one more open task than a company may have. Two at once wait for each other. */
export async function requireRoom({ companyId }: Actor): Promise<void> {
  await takeTurn(`tasks:${companyId}`);
  if ((await countOpen(companyId, maxOpenTasks)) < maxOpenTasks) return;
  throw new AppError("limit_reached", {
    message: `At most ${maxOpenTasks} open tasks: finish or delete some first.`,
    extra: { limit: maxOpenTasks },
  });
}

/** Somebody who may see tasks: who may talk to visitors. */
async function takerOf(actor: Actor, wanted: string, field: string): Promise<string> {
  const { id } = await assignableUser(actor, wanted, field);
  const person = await actingUser(actor.companyId, id);
  if (person && can(person, "chat_talk")) return id;
  const message =
    "Their role lacks chat_talk, so they would not see the task. Choose somebody who may talk to visitors.";
  throw invalidField(field, message, "invalid_value");
}

/** Under either of its names; undefined: not given. Whose it is already may keep it. */
export async function assigneeOf(
  actor: Actor,
  given: { assignedTo?: string | null | undefined; assignee?: string | null | undefined },
  current: string | null = null,
): Promise<string | null | undefined> {
  const field = given.assignedTo === undefined ? "assignee" : "assignedTo";
  const wanted = given[field];
  if (wanted === undefined) return undefined;
  if (wanted === null || nobody(wanted)) return null;
  if (wanted.toLowerCase() === current) return current;
  return takerOf(actor, wanted, field);
}

type Subject = { conversationId?: string | null | undefined; contactId?: string | null | undefined };

/** A contact that a task may be about: one to reach. */
async function contactOf(actor: Actor, id: string): Promise<string | undefined> {
  return (await contactsToReach(actor, [id])).get(id.toLowerCase())?.id;
}

/** What a task is about; both must be known to who makes it, and theirs to write about (A9). */
export async function subjectOf(actor: Actor, { conversationId, contactId }: Subject) {
  const conversation = conversationId
    ? await lockConversation(actor, conversationId, "chat_talk").catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== "not_found") throw error;
        throw invalidField("conversationId", "No such conversation.", "unknown_reference");
      })
    : undefined;
  const contact = contactId ? await contactOf(actor, contactId) : undefined;
  if (contactId && contact === undefined) throw invalidField("contactId", "No such contact.", "unknown_reference");
  return { conversationId: conversation?.id ?? null, contactId: contact ?? null };
}

/** Only what was given: what else a task is about stays, also where the actor could not say it anew. */
export async function subjectGiven(
  actor: Actor,
  given: Subject,
): Promise<Partial<Awaited<ReturnType<typeof subjectOf>>>> {
  const found = await subjectOf(actor, given);
  return {
    ...(given.conversationId === undefined ? {} : { conversationId: found.conversationId }),
    ...(given.contactId === undefined ? {} : { contactId: found.contactId }),
  };
}
