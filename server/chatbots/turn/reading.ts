import { minute } from "#server/base/clock.ts";
import { settingsOf, storedSettings } from "#server/companies/access.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { eventChannel } from "#server/conversations/viewing.ts";
import type { Actor } from "#server/core/actor.ts";
import { findBefore, findPending, type Said } from "#server/messages/said.sql.ts";
import { enabledTriggers } from "#server/triggers/access.ts";
import type { ServingChatbot } from "../access.ts";
import type { Incoming } from "../flow/answers.ts";
import { flowChannels } from "../flow/condition-schema.ts";
import { flowContext } from "../flow/context.ts";
import type { FlowContext, FlowSince } from "../flow/engine.ts";
import { type FlowState, flowStateSchema } from "../flow/state-schema.ts";
import { peopleAt } from "../opening.ts";

/**
 * The visitor's messages that no turn has handled. Leaves out those from before the bot was last switched, except the
 * one that an endpoint has replied to and, for a bot that only listens, the one this job is about.
 */
export function pendingMessages(
  conversation: ConversationRow,
  named: { id: string | null; seq: number },
): Promise<Said[]> {
  const { handledSeq, brought } = knownState(conversation);
  return findPending(conversation, { handledSeq, brought, since: conversation.chatbotStateAt, named });
}

/** Every message of the visitor up to this one has been dealt with. */
export function handledUpTo(state: FlowState, seq: number): FlowState {
  return { ...state, handledSeq: seq, brought: state.brought.filter(({ upTo }) => upTo > seq) };
}

/**
 * The state of a conversation that another one went into, whose messages follow after the number `after`: those are not
 * answered again, and who was asked whether they are there is not asked twice.
 */
export function withBrought(winner: ConversationRow, loser: ConversationRow, after: number) {
  const { brought, nudgedSeq } = knownState(winner);
  const spans = [...brought, { after, upTo: after + loser.lastSeq }];
  const isNudged = nudgedSeq > 0 && nudgedSeq >= winner.lastVisitorSeq;
  return { ...winner.flowState, brought: spans, ...(isNudged ? { nudgedSeq: after + loser.lastVisitorSeq } : {}) };
}

/** What stands for a message that is not supported are not the visitor's words. */
export function incomingOf({ type, text: written, attachments: [image] }: Said): Incoming {
  const text = type === "unsupported" ? "" : written;
  return { text, ...(image ? { imageUrl: image.image_url } : {}) };
}

/** What the conversation knows already counts as answered, unless the flow has forgotten it on purpose. */
export function knownState(conversation: ConversationRow): FlowState {
  const state = flowStateSchema.safeParse(conversation.flowState).data ?? flowStateSchema.parse({});
  const { slots, forgotten } = state;
  const known = (slot: "name" | "email" | "phone", elsewhere: string) =>
    slots[slot] || (forgotten.includes(slot) ? "" : elsewhere);
  return {
    ...state,
    slots: {
      name: known("name", conversation.visitorName),
      email: known("email", conversation.visitorEmail),
      phone: known("phone", conversation.visitorPhone),
      custom: slots.custom,
    },
  };
}

async function countryOf(actor: Actor): Promise<string | undefined> {
  return settingsOf(await storedSettings(actor)).country || undefined;
}

/** What has happened between the bot's last turn and these messages. */
async function sinceLastTurn(conversation: ConversationRow, state: FlowState, said: Said): Promise<FlowSince> {
  const found = await findBefore(conversation, said.seq, state);
  const { chatbotStateAt, firstHumanMessageAt } = conversation;
  return {
    silentMinutes: found?.before ? (said.createdAt.getTime() - found.before.getTime()) / minute : 0,
    intervened: firstHumanMessageAt !== null,
    reopened: found?.reopened ?? false,
    resumed: chatbotStateAt !== null && chatbotStateAt > new Date(state.at),
  };
}

const channelOf = (conversation: ConversationRow) =>
  flowChannels.find((channel) => channel === eventChannel(conversation.channel)) ?? "WEBSITE";

/** Everything the flow engine wants to know before it answers `said`. */
export async function readMoment(
  actor: Actor,
  conversation: ConversationRow,
  chatbot: ServingChatbot,
  said: readonly Said[],
  now: Date,
): Promise<FlowContext> {
  const state = knownState(conversation);
  const country = await countryOf(actor);
  const context = flowContext(chatbot, { state, now, random: Math.random, ...(country ? { country } : {}) });
  const [first] = said;
  const since = first && state.at !== "" ? await sinceLastTurn(conversation, state, first) : undefined;
  const people = await peopleAt(actor, context, now);
  return {
    ...context,
    channel: channelOf(conversation),
    channelId: conversation.channelId,
    tags: conversation.tags,
    triggers: await enabledTriggers(actor),
    ...(since ? { since } : {}),
    ...people,
  };
}
