import { eventMessage } from "#server/conversations/message-event.ts";
import { eventOfMove } from "#server/conversations/moving/phase-change.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { eventChannel, eventConversation } from "#server/conversations/viewing.ts";
import type { Actor } from "#server/core/actor.ts";
import type { NewEvent } from "#server/core/events/storing.ts";
import type { Phase } from "#server/db/generated/client.ts";
import type { MessageRow } from "#server/messages/row.ts";
import type { Told } from "./conversations.ts";
import type { World } from "./playing.ts";

type Dated = NewEvent & { at: Date };
type Speaker = Pick<Actor, "type" | "id" | "name">;

/** The bot gives up this long after a visitor has asked what it cannot answer. */
const givesUpMs = 1000;

/** One conversation as it was at some moment, and what happened to it so far. */
class Past {
  readonly events: Dated[] = [];
  private row: ConversationRow;
  private readonly world: World;
  private readonly phases: ReadonlyMap<string, Phase>;

  constructor(world: World, conversation: ConversationRow, phases: ReadonlyMap<string, Phase>) {
    this.world = world;
    this.phases = phases;
    const begun = { status: "opened", phaseId: world.phaseIds[0] ?? conversation.phaseId, amount: null } as const;
    const alone = { assignedTo: null, chatbotState: "ON", closedAt: null, closedBy: "" } as const;
    this.row = { ...conversation, ...begun, ...alone };
  }

  private tell(event: Omit<Dated, "conversationId" | "channelId" | "contactId">): void {
    const { id: conversationId, channelId, contactId } = this.row;
    this.events.push({ ...event, conversationId, channelId, contactId } as Dated);
  }

  private bot(): Speaker {
    return { type: "robot", id: this.world.bot.id, name: this.world.bot.name };
  }

  private visitor(): Speaker {
    return { type: "visitor", id: this.row.visitorId, name: this.row.visitorName };
  }

  created(): void {
    const data = { ...eventConversation(this.row), channel: eventChannel(this.row.channel), status: "ACTIVE" as const };
    this.tell({ type: "conversation/created", at: this.row.createdAt, by: this.visitor(), data });
  }

  said(message: MessageRow, step = ""): void {
    const speaker = { type: "user" as const, id: message.sender, name: message.senderName };
    const by = { visitor: this.visitor(), robot: this.bot() }[message.senderType as "visitor" | "robot"] ?? speaker;
    const data = eventMessage(this.row, message, { chatbotId: this.world.bot.id, robot: true }, step);
    this.tell({ type: "conversation/message", at: message.createdAt, by, messageId: message.id, data });
  }

  /** The bot hands over: a person is needed from now on. */
  handedOver(at: Date): void {
    this.row = { ...this.row, chatbotState: "OFF" };
    const changes = { chatbotState: { before: "ON", after: "OFF" } };
    this.tell({ type: "conversation/updated", at, by: this.bot(), data: { ...eventConversation(this.row), changes } });
  }

  taken(agent: Speaker, at: Date): void {
    this.row = { ...this.row, assignedTo: agent.id };
    const how = { previousAssignedTo: null, type: "assign" as const, assignedBy: agent.id };
    const data = { ...eventConversation(this.row), ...how };
    this.tell({ type: "conversation/operator_assigned", at, by: agent, data });
  }

  /** The team of whoever took it. */
  joined(teamId: string, by: Speaker, at: Date): void {
    this.row = { ...this.row, teamId };
    const changes = { teamId: { before: null, after: teamId } };
    this.tell({ type: "conversation/updated", at, by, data: { ...eventConversation(this.row), changes } });
  }

  tagged(tag: string, tags: string[], by: Speaker, at: Date): void {
    const data = { ...eventConversation(this.row), tag, source: "human" as const, tags };
    this.tell({ type: "conversation/tag_added", at, by, data });
  }

  worth(amount: number, by: Speaker, at: Date): void {
    this.row = { ...this.row, amount };
    const changes = { amount: { before: null, after: amount } };
    this.tell({ type: "conversation/updated", at, by, data: { ...eventConversation(this.row), changes } });
  }

  lostFor(lostReason: string, by: Speaker, at: Date): void {
    this.row = { ...this.row, lostReason };
    const changes = { lostReason: { before: "", after: lostReason } };
    this.tell({ type: "conversation/updated", at, by, data: { ...eventConversation(this.row), changes } });
  }

  moved(phaseId: string, by: Speaker, at: Date): void {
    const [from, to] = [this.phases.get(this.row.phaseId), this.phases.get(phaseId)];
    if (!from || !to || from.id === to.id) return;
    const data = eventOfMove(this.row, { from, to });
    this.row = { ...this.row, phaseId };
    this.tell({ type: "conversation/phase_changed", at, by, data });
  }

  closed(at: Date, by: Speaker, isLead: boolean | null): void {
    this.row = { ...this.row, status: "closed", isLead, closedAt: at, closedBy: by.id };
    const ended = { isLead, closedAt: at.toISOString(), closedBy: by.id };
    this.tell({ type: "conversation/archived", at, by, data: { ...eventConversation(this.row), ...ended } });
  }
}

/** What happened in a conversation of the demo, as the events that it would have left. */
function pastOf(world: World, { conversation, messages }: Told, phases: ReadonlyMap<string, Phase>): Dated[] {
  const past = new Past(world, conversation, phases);
  const spoken = messages.filter(({ type }) => type !== "command");
  const human = spoken.find(({ fromType }) => fromType === "user");
  const agent: Speaker = { type: "user", id: human?.sender ?? conversation.closedBy, name: human?.senderName ?? "" };
  const closer = world.agents.find(({ id }) => id === conversation.closedBy);
  const steps = ["greeting", "name", "email"];
  past.created();
  for (const [index, message] of spoken.entries()) {
    if (message === human) {
      past.taken(agent, message.createdAt);
      if (conversation.teamId) past.joined(conversation.teamId, agent, message.createdAt);
      past.moved(world.phaseIds[1] ?? conversation.phaseId, agent, message.createdAt);
    }
    past.said(message, message.senderType === "robot" ? steps.shift() : "");
    if (message === human && conversation.operatorTags[0])
      past.tagged(
        conversation.operatorTags[0].tagName,
        conversation.operatorTags.map(({ tagName }) => tagName),
        agent,
        message.createdAt,
      );
    const needed = human
      ? spoken[index + 1] === human
      : conversation.chatbotState === "OFF" && index === spoken.length - 1;
    if (needed) past.handedOver(new Date(message.createdAt.getTime() + givesUpMs));
  }
  const endedAt = conversation.closedAt ?? spoken.at(-1)?.createdAt ?? conversation.createdAt;
  const by: Speaker = closer ? { type: "user", ...closer } : agent;
  if (conversation.amount !== null) past.worth(conversation.amount, by, endedAt);
  past.moved(conversation.phaseId, by, endedAt);
  if (conversation.lostReason !== "") past.lostFor(conversation.lostReason, by, endedAt);
  if (conversation.closedAt) past.closed(conversation.closedAt, by, conversation.isLead);
  return past.events;
}

/** What all of them have been through, in the order of time. */
export function pastOfAll(world: World, told: readonly Told[], phases: readonly Phase[]): NewEvent[] {
  const known = new Map(phases.map((phase) => [phase.id, phase]));
  const events = told.flatMap((one) => pastOf(world, one, known));
  return events.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
