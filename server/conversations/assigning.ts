import { AppError } from "#server/base/errors.ts";
import { command } from "#server/core/operation.ts";
import { assignableUser, nobody } from "#server/users/assignable.ts";
import { lockConversation } from "./access.ts";
import { ConversationChange } from "./change.ts";
import type { ConversationRow } from "./row.ts";
import { assignInput, conversationSchema, transferInput } from "./schema.ts";
import { eventConversation, viewConversation } from "./viewing.ts";

type Kind = "assign" | "transfer" | "automatic" | "unassign";

function tellAssigned(change: ConversationChange, kind: Kind, by: string | null): void {
  const previousAssignedTo = change.before.assignedTo;
  change.tell("conversation/operator_assigned", (row: ConversationRow) => ({
    ...eventConversation(row),
    previousAssignedTo,
    type: kind,
    assignedBy: by,
  }));
}

function release(change: ConversationChange, by: string): void {
  if (change.row.assignedTo === null) return;
  change.command("unassigned", "Unassigned", change.row.assignedTo);
  change.set({ assignedTo: null });
  tellAssigned(change, "unassign", by);
}

/** Gives it to a person, or to nobody. */
export function putAssignee(change: ConversationChange, user: { id: string; name: string } | null, by: string): void {
  if (user) give(change, user, "assign", by);
  else release(change, by);
}

function give(change: ConversationChange, user: { id: string; name: string }, kind: Kind, by: string | null): void {
  if (change.row.assignedTo === user.id) return;
  const name = kind === "transfer" ? "transferred" : "assigned";
  change.command(name, kind === "transfer" ? `Transferred to ${user.name}` : `Assigned to ${user.name}`, user.id);
  change.set({ assignedTo: user.id });
  tellAssigned(change, kind, by);
}

/** A person's first message assigns them the conversation if it has no assignee (F6). */
export function assignFirstHuman(change: ConversationChange, person: { id: string; name: string }): void {
  if (change.row.assignedTo === null && change.before.firstHumanMessageAt === null)
    give(change, person, "automatic", person.id);
}

/** Assignment by rule (G1): `preAssigned` always, `assignedTo` where empty. */
export function assignByRule(change: ConversationChange, user: { id: string; name: string }): void {
  change.set({ preAssigned: user.id });
  if (change.row.assignedTo === null) give(change, user, "automatic", null);
}

/** POST /v1/conversations/{conversationId}/assign */
export const assign = command({
  name: "conversations.assign",
  access: "chat_talk",
  input: assignInput,
  output: conversationSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "", assignedTo: given.agentId ?? "" }),
  async run(context) {
    const { actor, input } = context;
    const change = new ConversationChange(context, await lockConversation(actor, input.conversationId, "chat_talk"));
    const by = actor.userId ?? actor.id;
    const wanted = input.assignedTo === null || nobody(input.assignedTo) ? null : input.assignedTo;
    putAssignee(change, wanted === null ? null : await assignableUser(actor, wanted, "assignedTo"), by);
    return viewConversation((await change.commit()).row);
  },
});

/** POST /v1/conversations/{conversationId}/transfer: open conversations only; preAssigned stays. */
export const transfer = command({
  name: "conversations.transfer",
  access: "chat_talk",
  input: transferInput,
  output: conversationSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "", transferTo: given.agentId ?? "" }),
  async run(context) {
    const { actor, input } = context;
    const change = new ConversationChange(context, await lockConversation(actor, input.conversationId, "chat_talk"));
    const user = await assignableUser(actor, input.transferTo, "transferTo");
    if (change.row.status === "closed") throw new AppError("conversation_closed");
    give(change, user, "transfer", actor.userId ?? actor.id);
    return viewConversation((await change.commit()).row);
  },
});
