import { z } from "zod";
import { AppError } from "#server/base/errors.ts";
import { customFieldsOf } from "#server/contacts/access.sql.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { Listeners } from "#server/core/listeners.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { requireFilled } from "#server/fields/checking.ts";
import { lockAnyConversation, lockConversation } from "./access.sql.ts";
import { ConversationChange } from "./change.ts";
import { afterHeld } from "./held.ts";
import { contactsBegun } from "./linking/beginning.ts";
import { endMentions } from "./noting/mentioning.ts";
import type { ConversationRow } from "./row.ts";
import { closeInput, conversationIdInput, conversationSchema } from "./schema.ts";
import { endSnooze } from "./triage/snooze.ts";
import { isIdle } from "./triage/sweeping.sql.ts";
import { eventConversation, viewConversation } from "./viewing.ts";

/** By whom and when it was closed, and what it is now said to have been: also when that is decided anew. */
export function tellArchived(change: ConversationChange): void {
  change.tell("conversation/archived", (row: ConversationRow) => ({
    ...eventConversation(row),
    isLead: row.isLead,
    closedAt: (row.closedAt ?? change.now).toISOString(),
    closedBy: row.closedBy,
  }));
}

export async function archive(
  change: ConversationChange,
  isLead: boolean | null,
  by: string,
  line = true,
): Promise<void> {
  const at = change.now;
  endSnooze(change, "closed");
  const ended = { status: "closed", closedAt: at, closedBy: by, waitingSince: null } as const;
  change.set({ ...ended, ...(isLead === null ? {} : { isLead }) });
  change.systemTags({ drop: ["is_intervened"] });
  const text = isLead === null ? "Closed after a long silence" : isLead ? "Closed as a lead" : "Closed, not a lead";
  if (line) change.command("closed", text, null, { isLead });
  tellArchived(change);
  await endMentions(change);
}

export function reopen(change: ConversationChange): void {
  if (change.before.mergedIntoId)
    throw new AppError("conflict", { message: "This conversation went into another one, which goes on." });
  const before = change.row.status;
  change.set({ status: "opened", closedAt: null, closedBy: "", imported: false });
  if (before === "closed") change.command("opened", "Opened again");
  change.updated({ status: { before, after: "opened" } });
}

const hasVisitorData = (row: ConversationRow) =>
  row.visitorName !== "" || row.visitorEmail !== "" || row.visitorPhone !== "";

/** People and other systems leave no field empty that the company requires; bots and clocks cannot fill one in. */
async function requireComplete(actor: Actor, { contactId, customFields }: ConversationRow): Promise<void> {
  if (actor.type !== "user" && actor.type !== "token") return;
  await requireFilled(actor, {
    conversation: () => Promise.resolve(customFields),
    ...(contactId ? { contact: () => customFieldsOf(actor, contactId) } : {}),
  });
}

/** A lead without a contact gets one from the visitor's data, and is given to somebody by rule, maybe out of sight (G1). */
async function captureLead(context: CommandContext<unknown>, conversation: ConversationRow): Promise<ConversationRow> {
  if (conversation.contactId || !hasVisitorData(conversation)) return conversation;
  const { id, visitorName: name, visitorEmail: email, visitorPhone: phone } = conversation;
  const known = { conversationId: id, name, email, phone };
  const { created } = await captureContact.execute(systemActor(context.actor.companyId), known);
  if (created) await contactsBegun.tell(context, id);
  return (await lockAnyConversation(context.actor, id)) ?? conversation;
}

/** POST /v1/conversations/{conversationId}/close (E6). What a closed one was is decided anew, and told as a closing. */
export const close = command({
  name: "conversations.close",
  access: "chat_talk",
  input: closeInput,
  output: conversationSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "", isLead: true }),
  async run(context) {
    const { actor, input } = context;
    const locked = await afterHeld(context, await lockConversation(actor, input.conversationId, "chat_talk"));
    if (locked.status === "closed" && locked.isLead === input.isLead) return viewConversation(locked);
    const conversation = input.isLead ? await captureLead(context, locked) : locked;
    const change = new ConversationChange(context, conversation);
    change.systemTags(
      input.isLead ? { add: ["post_lead"], drop: ["no_lead"] } : { add: ["no_lead"], drop: ["post_lead"] },
    );
    if (conversation.status === "closed") {
      change.set({ isLead: input.isLead });
      tellArchived(change);
    } else {
      await requireComplete(actor, conversation);
      await archive(change, input.isLead, actor.userId ?? actor.id);
    }
    return viewConversation((await change.commit()).row);
  },
});

/** A silent conversation that is about to be closed; `meant`: its silence was. */
export type Idling = { conversation: ConversationRow; meant: boolean };
export const idlesClosing = new Listeners<Idling>("conversations that close by their silence");

async function isStillIdle(context: CommandContext<unknown>, conversation: ConversationRow): Promise<boolean> {
  if (!(await isIdle(conversation.companyId, conversation.id, context.now))) return false;
  const idling = { conversation, meant: false };
  await idlesClosing.tell(context, idling);
  return !idling.meant;
}

/** Closing by the system: after close_conversation_after minutes (E3), or with its channel. */
export const closeIdle = command({
  name: "conversations.closeIdle",
  access: "system",
  input: conversationIdInput.extend({ ifIdle: z.boolean().default(false) }),
  output: conversationSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run(context) {
    const { actor, input } = context;
    const locked = await lockConversation(actor, input.conversationId, "chat_talk");
    if (locked.status === "closed" || (input.ifIdle && !(await isStillIdle(context, locked))))
      return viewConversation(locked);
    const change = new ConversationChange(context, locked);
    await archive(change, null, "system");
    return viewConversation((await change.commit()).row);
  },
});

/** POST /v1/conversations/{conversationId}/open */
export const open = command({
  name: "conversations.open",
  access: "chat_talk",
  input: conversationIdInput,
  output: conversationSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run(context) {
    const { actor, input } = context;
    const change = new ConversationChange(context, await lockConversation(actor, input.conversationId, "chat_talk"));
    if (change.row.status === "closed") reopen(change);
    return viewConversation((await change.commit()).row);
  },
});
