import type { Message } from "#server/messages/schema.ts";

const editableFor = 15 * 60_000;

/** When the time to change a message ends, in milliseconds since 1970. */
export function editableUntil(message: Pick<Message, "createdAt">): number {
  return Date.parse(message.createdAt) + editableFor;
}
