import type { z } from "zod";
import { day } from "#server/base/clock.ts";
import type { EventConversation } from "#server/core/events/public-data.ts";
import type { ChannelName } from "./choices.ts";
import { viewClocks } from "./clocks/viewing.ts";
import type { ConversationRow } from "./row.ts";
import type { conversationSchema } from "./schema.ts";

export type Windowed = Pick<ConversationRow, "windowed" | "lastVisitorMessageAt" | "createdAt" | "freeEntryUntil">;

/**
 * End of the 24-hour window (F10): counts from the visitor's last message by its own time, however late it arrived, and
 * from the creation before the first one. Longer after an ad.
 */
export function windowEnd(row: Windowed): Date | null {
  if (!row.windowed) return null;
  const from = (row.lastVisitorMessageAt ?? row.createdAt).getTime();
  return new Date(Math.max(from + day, row.freeEntryUntil?.getTime() ?? 0));
}

/** Until when Messenger and Instagram let people answer after the window. */
export function humanAgentEnd(row: Windowed): Date {
  return new Date((row.lastVisitorMessageAt ?? row.createdAt).getTime() + 7 * day);
}

/** The Conversation resource of the API and the screens. */
export function viewConversation(row: ConversationRow): z.input<typeof conversationSchema> {
  const { status, windowed: _windowed, flowState: _flowState, freeEntryUntil: _free, ...own } = row;
  const { slaPolicyId: _policy, slaNextAt: _next, mergedIntoId: mergedInto, ...rest } = own;
  return {
    ...rest,
    mergedInto,
    status: status === "closed" ? "CLOSED" : "ACTIVE",
    state: status,
    closed: status === "closed",
    contactId: row.contactId ?? "",
    assignedTo: row.assignedTo ?? "",
    teamId: row.teamId ?? "",
    preAssigned: row.preAssigned ?? "",
    persistentLastOperator: row.persistentLastOperator ?? "",
    windowExpiresAt: windowEnd(row),
    sla: viewClocks(row),
  };
}

const eventChannels: Record<ChannelName, EventConversation["channel"]> = {
  WEB: "WEBSITE",
  WHATSAPP: "WHATSAPP",
  FACEBOOK: "FACEBOOK",
  INSTAGRAM: "INSTAGRAM",
};

export function eventChannel(channel: ChannelName): EventConversation["channel"] {
  return eventChannels[channel];
}

/** C of decisions.md K10: a conversation inside an event's data. */
export function eventConversation(row: ConversationRow): EventConversation {
  return {
    id: row.id,
    companyId: row.companyId,
    websiteId: row.channelId,
    channel: eventChannel(row.channel),
    status: row.status,
    chatbotState: row.chatbotState,
    contactId: row.contactId ?? "",
    phaseId: row.phaseId,
    assignedTo: row.assignedTo,
    visitorName: row.visitorName,
    visitorEmail: row.visitorEmail,
    visitorPhone: row.visitorPhone,
    createdAt: row.createdAt.toISOString(),
  };
}
