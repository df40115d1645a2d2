import { AppError } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { isMember, receivingTeam } from "#server/teams/access.ts";
import { assignableUser, nobody } from "#server/users/assignable.ts";
import { lockConversation } from "./access.sql.ts";
import { ConversationChange } from "./change.ts";
import { afterHeld } from "./held.ts";
import type { ConversationRow } from "./row.ts";
import { conversationSchema } from "./schema.ts";
import { putTeam } from "./teams/giving.ts";
import { assignInput, transferInput } from "./teams/schema.ts";
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

type Person = { id: string; name: string };

function give(change: ConversationChange, user: Person, kind: Kind, by: string | null, why = {}): void {
  if (change.row.assignedTo === user.id) return;
  const name = kind === "transfer" ? "transferred" : "assigned";
  change.command(name, kind === "transfer" ? `Transferred to ${user.name}` : `Assigned to ${user.name}`, user.id, why);
  change.set({ assignedTo: user.id });
  tellAssigned(change, kind, by);
}

/** A person's first message assigns them the conversation if it has no assignee (F6). */
export function assignFirstHuman(change: ConversationChange, person: { id: string; name: string }): void {
  if (change.row.assignedTo === null && change.before.firstHumanMessageAt === null)
    give(change, person, "automatic", person.id);
}

/** Assignment by rule (G1): `preAssigned` always, `assignedTo` where empty. `why` stands on its line. */
export function assignByRule(change: ConversationChange, user: Person, why: Record<string, unknown> = {}): void {
  change.set({ preAssigned: user.id });
  if (change.row.assignedTo === null) give(change, user, "automatic", null, why);
}

const gone = { away: "is away", inactive: "cannot answer any more" } as const;

/** By rule, from somebody who does not answer: it waits for somebody else. */
export function takeBackFrom(change: ConversationChange, reason: keyof typeof gone): void {
  if (change.row.assignedTo === null) return;
  change.command("unassigned", `Taken back, because who held it ${gone[reason]}`, change.row.assignedTo, { reason });
  change.set({ assignedTo: null });
  tellAssigned(change, "unassign", null);
}

/** undefined: not asked for; null: nobody. */
async function wantedUser(actor: Actor, wanted: string | null | undefined) {
  if (wanted === undefined) return undefined;
  return wanted === null || nobody(wanted) ? null : assignableUser(actor, wanted, "assignedTo");
}

async function wantedTeam(actor: Actor, wanted: string | null | undefined) {
  if (wanted === undefined) return undefined;
  return wanted === null || nobody(wanted) ? null : receivingTeam(actor, wanted, "teamId");
}

async function holdsAsMember({ row: { companyId, assignedTo } }: ConversationChange, teamId: string): Promise<boolean> {
  return assignedTo !== null && (await isMember({ companyId }, teamId, assignedTo));
}

/** POST /v1/conversations/{conversationId}/assign: to a person, a team, or both. */
export const assign = command({
  name: "conversations.assign",
  access: "chat_talk",
  input: assignInput,
  output: conversationSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "", assignedTo: given.agentId ?? "" }),
  async run(context) {
    const { actor, input } = context;
    const locked = await lockConversation(actor, input.conversationId, "chat_talk");
    const change = new ConversationChange(context, await afterHeld(context, locked));
    const by = actor.userId ?? actor.id;
    const user = await wantedUser(actor, input.assignedTo);
    const team = await wantedTeam(actor, input.teamId);
    if (team !== undefined) putTeam(change, team);
    if (user !== undefined) putAssignee(change, user, by);
    else if (team && !(await holdsAsMember(change, team.id))) putAssignee(change, null, by);
    return viewConversation((await change.commit()).row);
  },
});

/** POST /v1/conversations/{conversationId}/transfer: open conversations only, to a person, a team, or both; preAssigned stays. */
export const transfer = command({
  name: "conversations.transfer",
  access: "chat_talk",
  input: transferInput,
  output: conversationSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "", transferTo: given.agentId ?? "" }),
  async run(context) {
    const { actor, input } = context;
    const locked = await lockConversation(actor, input.conversationId, "chat_talk");
    const change = new ConversationChange(context, await afterHeld(context, locked));
    const by = actor.userId ?? actor.id;
    const user = input.transferTo === undefined ? null : await assignableUser(actor, input.transferTo, "transferTo");
    const team = input.teamId === undefined ? undefined : await receivingTeam(actor, input.teamId, "teamId");
    if (change.row.status === "closed") throw new AppError("conversation_closed");
    if (team) putTeam(change, team);
    if (user) give(change, user, "transfer", by);
    else release(change, by);
    return viewConversation((await change.commit()).row);
  },
});
