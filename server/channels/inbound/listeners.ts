import { Listeners } from "#server/core/listeners.ts";
import type { InboundStatus } from "./items.ts";

/** A status of something we sent, whoever sent it; `callbackData` is what we sent along with it. */
export type StatusReport = Omit<InboundStatus, "kind" | "routingId"> & { channelId: string };

/** Account, number and template matters: `field` and `value` of the webhook, ids beyond 2^53 as text. */
export type PlatformChange = { channelId: string; field: string; value: Record<string, unknown>; at: Date };

/** A visitor has written: `quoted` is the platform's id of what they answer, `choice` the payload of a tapped button. */
export type VisitorWrote = {
  channelId: string;
  conversationId: string;
  contactId: string | null;
  messageId: string;
  visitorId: string;
  text: string;
  quoted: string | null;
  choice: string | null;
  at: Date;
};

/** Nouns that build on channels get called here, inside the command's transaction. */
export const statusReports = new Listeners<StatusReport>("what platforms say of messages");
export const platformChanges = new Listeners<PlatformChange>("what platforms say of accounts");
export const visitorMessages = new Listeners<VisitorWrote>("what visitors write on channels");
