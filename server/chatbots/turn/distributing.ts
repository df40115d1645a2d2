import { createHash } from "node:crypto";
import { z } from "zod";
import { assignByPolicy } from "#server/assignment/asking.ts";
import { isId } from "#server/base/ids.ts";
import { roundRobinOf } from "#server/channels/access.ts";
import { lockContact } from "#server/contacts/access.sql.ts";
import { updateContact } from "#server/contacts/editing.ts";
import { lockConversation } from "#server/conversations/access.sql.ts";
import { assignByRule } from "#server/conversations/assigning.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { conversationIdInput } from "#server/conversations/schema.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import type { Listener } from "#server/core/listeners.ts";
import { command } from "#server/core/operation.ts";
import { takersAt } from "#server/roles/holding.sql.ts";
import { activePeople, type Person } from "#server/users/assignable.ts";
import { type ServingChatbot, servingChatbot } from "../access.ts";
import { assignPriorities } from "../choices.ts";
import { parsedSettings } from "../flow/context.ts";
import { knownState } from "./reading.ts";
import { nextPlace } from "./rotating.ts";

/** Active people who may talk to visitors: those named, in that order, or all. */
async function availablePeople(actor: Actor, ids: readonly string[] | null): Promise<Person[]> {
  const named = ids?.filter(isId);
  if (named?.length === 0) return [];
  const people = await activePeople(actor, named);
  return named ? people.sort((a, b) => named.indexOf(a.id) - named.indexOf(b.id)) : people;
}

/** Takes the people of a list in turn; the position is stored and survives everything. */
async function nextOf(actor: Actor, list: string, people: readonly Person[]): Promise<Person | undefined> {
  if (people.length < 2) return people[0];
  return people[(await nextPlace(actor.companyId, list)) % people.length];
}

async function byTrigger(actor: Actor, assign: readonly string[]): Promise<Person | undefined> {
  if (assign.length === 0) return undefined;
  const list = createHash("sha256").update(assign.join(",")).digest("hex").slice(0, 32);
  return nextOf(actor, `people:${list}`, await availablePeople(actor, assign));
}

async function byRoundRobin(actor: Actor, channelId: string): Promise<Person | undefined> {
  const listed = await roundRobinOf(actor, channelId);
  const people = await availablePeople(actor, listed.length > 0 ? listed : null);
  const takers = listed.length > 0 ? undefined : await takersAt(actor.companyId, channelId);
  return nextOf(actor, `channel:${channelId}`, takers ? people.filter(({ id }) => takers.has(id)) : people);
}

/** Assigns a conversation to a person of the team by the chatbot's priorities (G1), once per conversation. */
export async function distribute(
  actor: Actor,
  change: ConversationChange,
  chatbot: ServingChatbot,
  assign: readonly string[],
): Promise<void> {
  if (change.row.preAssigned !== null) return;
  for (const way of parsedSettings(chatbot.settings).assign_priority ?? assignPriorities) {
    const last = change.row.persistentLastOperator;
    if (way === "ROUND_ROBIN" && (await assignByPolicy(actor, change))) return;
    const person =
      way === "TRIGGER"
        ? await byTrigger(actor, assign)
        : way === "INTERVENED"
          ? (await availablePeople(actor, last ? [last] : [])).at(0)
          : await byRoundRobin(actor, change.row.channelId);
    if (person) return assignByRule(change, person);
  }
}

/** Assigns the contact to the person who got the conversation, if it has no assignee. */
export async function shareAssignee(actor: Actor, conversation: ConversationRow): Promise<void> {
  const { contactId, contactLink, preAssigned, assignedTo } = conversation;
  // A claim does not assign a contact that was known before.
  if (!contactId || !preAssigned || contactLink === "claimed") return;
  const system = systemActor(actor.companyId);
  if ((await lockContact(system, contactId)).assignedTo !== null) return;
  const person = (await availablePeople(actor, [assignedTo ?? preAssigned])).at(0);
  if (person) await updateContact.execute(system, { contactId, assignedTo: person.id });
}

/**
 * Gives a conversation to a person when its contact has just been created outside of a bot's turn (G1). The chatbot's
 * priorities count also while it is muted or off; where no chatbot serves the channel there are none.
 */
export const distributeBegun = command({
  name: "chatbots.distribute",
  access: "system",
  input: conversationIdInput,
  output: z.object({ assignedTo: z.string().nullable() }),
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run(context) {
    const { actor, input } = context;
    const locked = await lockConversation(actor, input.conversationId, "chat_talk");
    const chatbot = await servingChatbot(actor, locked.channelId);
    if (!chatbot) return { assignedTo: locked.assignedTo };
    const change = new ConversationChange(context, locked);
    await distribute(actor, change, chatbot, knownState(locked).assign);
    const { assignedTo, preAssigned } = change.row;
    // Somebody has it already: no other event tells of whose it would have been.
    if (assignedTo === locked.assignedTo && preAssigned !== locked.preAssigned)
      change.updated({ preAssigned: { before: locked.preAssigned ?? "", after: preAssigned ?? "" } });
    const { row } = await change.commit();
    await shareAssignee(actor, row);
    return { assignedTo: row.assignedTo };
  },
});

/** Whoever made the contact: it is the rules that assign it. */
export const distributeContact: Listener<string> = async ({ actor }, conversationId) => {
  await distributeBegun.execute(systemActor(actor.companyId), { conversationId });
};
