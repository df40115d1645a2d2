import type { StoredEvent } from "#server/core/events/storing.ts";

/** An event as the queue is filled from it. */
export type SourceEvent = Pick<
  StoredEvent,
  | "companyId"
  | "id"
  | "seq"
  | "position"
  | "type"
  | "channelId"
  | "conversationId"
  | "contactId"
  | "messageId"
  | "data"
  | "createdAt"
> & {
  /** The command that emitted it. */
  operation: string;
};

/** The body of an event, once for all its webhooks: what happened, as it was then. These bytes go out on every attempt. */
export function renderBody({ type, createdAt, data }: SourceEvent): string {
  return JSON.stringify({ event: type, timestamp: createdAt.toISOString(), data });
}
