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
  | "trace"
> & {
  /** The command that emitted it. */
  operation: string;
};

/** What is told of an event, as conditions look at it. */
export function bodyOf({ type, createdAt, data }: SourceEvent) {
  return { event: type, timestamp: createdAt.toISOString(), data };
}

/** The body of an event, once for all its webhooks: what happened, as it was then. These bytes go out on every attempt. */
export function renderBody(event: SourceEvent): string {
  return JSON.stringify(bodyOf(event));
}
