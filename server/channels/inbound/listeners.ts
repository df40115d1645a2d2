import type { CommandContext } from "#server/core/operation.ts";
import type { InboundStatus } from "./items.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

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

type Follower<T> = (context: Context, told: T) => Promise<void>;

const statuses: Follower<StatusReport>[] = [];
const changes: Follower<PlatformChange>[] = [];
const messages: Follower<VisitorWrote>[] = [];

/** Nouns that build on channels get called here, inside the command's transaction. */
export function followStatuses(follower: Follower<StatusReport>): void {
  statuses.push(follower);
}

export function followPlatformChanges(follower: Follower<PlatformChange>): void {
  changes.push(follower);
}

export function followVisitorMessages(follower: Follower<VisitorWrote>): void {
  messages.push(follower);
}

export async function tellStatus(context: Context, report: StatusReport): Promise<void> {
  for (const follower of statuses) await follower(context, report);
}

export async function tellPlatformChange(context: Context, change: PlatformChange): Promise<void> {
  for (const follower of changes) await follower(context, change);
}

export async function tellVisitorMessage(context: Context, wrote: VisitorWrote): Promise<void> {
  for (const follower of messages) await follower(context, wrote);
}
