import { lockById } from "#server/contacts/access.sql.ts";
import { removeContacts } from "#server/contacts/deleting.ts";
import { idsOfContacts } from "#server/conversations/access.sql.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { type NewEvent, wasEmitted } from "#server/core/events/storing.ts";
import { moment } from "#server/db/moment.ts";
import { countNotesOf } from "#server/notes/belonging.ts";
import { heldContacts } from "#server/retention/access.ts";
import { countTasksOf } from "#server/tasks/moving.ts";
import { skips } from "../action.ts";
import type { Outcome } from "../running.ts";

type Context = { actor: Actor; emit: (event: NewEvent) => void };

/** The contact that an action has just made of the conversation, with its version, as `left` keeps it. */
export async function capturedIn(actor: Actor, { contactId }: ConversationRow): Promise<Record<string, unknown>> {
  if (!contactId || !wasEmitted(({ type, contactId: id }) => type === "contact/created" && id === contactId)) return {};
  const version = (await lockById(actor, contactId))?.updatedAt.toISOString();
  return { captured: { contactId, version } };
}

type Captured = { contactId: string; version: string };

/** Whether nobody has changed it, and nothing but its own conversation is linked to it. */
async function isUntouched({ actor }: Context, { contactId, version }: Captured): Promise<boolean> {
  const { companyId } = actor;
  const contact = await lockById(actor, contactId);
  if (contact?.updatedAt.toISOString() !== version) return false;
  if ((await idsOfContacts(companyId, [contactId])).length > 1) return false;
  if ((await countNotesOf(companyId, contactId)) + (await countTasksOf(companyId, contactId)) > 0) return false;
  return (await heldContacts(companyId, [contactId])).size === 0;
}

/** With the closing goes the contact that it made, unless something has become of either since. */
export async function removeCaptured(
  context: Context,
  conversation: ConversationRow,
  left: Record<string, unknown>,
  reopened: boolean,
): Promise<Outcome[]> {
  const captured = left.captured as Captured | undefined;
  if (!captured) return [];
  const isSame = reopened && conversation.contactId === captured.contactId;
  if (!(isSame && (await isUntouched(context, captured)))) {
    const why = { code: "changed_since", message: skips.changed_since } as const;
    return [{ name: "contact", outcome: "skipped", why, status: 200 }];
  }
  // Whoever closes makes it without the right to write contacts, and so takes it back.
  const system = { ...context, actor: systemActor(context.actor.companyId), now: moment() };
  await removeContacts(system, [captured.contactId]);
  return [{ name: "contact", outcome: "done", why: null, status: 200 }];
}
