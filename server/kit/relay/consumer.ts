import { z } from "zod";
import type { StoredEvent } from "#server/core/events/storing.ts";

/** An event that has its place: `messageFrom` is the fromType of its message, where it has one. */
export type RelayedEvent = StoredEvent & {
  /** The command that emitted it. */
  operation: string;
  messageFrom: "user" | "robot" | "visitor" | "system" | null;
  /** Its message waits to be handed to a platform; known to consumers only. */
  toSend?: boolean;
  /** A bot has something to do about its message; known to consumers only. */
  botHears?: boolean;
};

/** Gets a job for each event it wants, at least once: it must be idempotent by event id. */
export type Consumer = {
  name: string;
  wants: (event: RelayedEvent) => boolean;
  /** Name of a task of server/jobs/tasks.ts; its payload is `eventPayload`. */
  task: string;
  maxAttempts?: number;
  /** Lower runs first. */
  priority?: number;
};

/** What a consumer's job knows: ids only, the task reads what it needs. */
export const eventPayload = z.object({
  companyId: z.uuid(),
  eventId: z.uuid(),
  type: z.string(),
  conversationId: z.uuid().nullable(),
  contactId: z.uuid().nullable(),
  channelId: z.uuid().nullish(),
  messageId: z.uuid().nullable(),
});

type EventPayload = z.infer<typeof eventPayload>;

export function payloadOf(event: RelayedEvent): EventPayload {
  const { companyId, id: eventId, type, conversationId, contactId, channelId, messageId } = event;
  return { companyId, eventId, type, conversationId, contactId, channelId, messageId };
}

/** The row of event_positions that counts the events of all companies. */
export const globalPosition = "00000000-0000-0000-0000-000000000000";
