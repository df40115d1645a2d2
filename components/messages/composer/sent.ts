import type { LiveCache } from "#components/live/live-cache.ts";
import type { Message } from "#server/messages/schema.ts";
import type { ScheduledMessage } from "#server/scheduled/schema.ts";
import { refetchLater } from "../thread/live.ts";
import { putMessage, type ThreadData } from "../thread/thread-pages.ts";

export type HeldOrSent = { held: ScheduledMessage | null; message: Message | null };

/** What became of an own message stands in its place at once: in the thread, or as one that can still be undone. */
export function putSent(cache: LiveCache, { held, message }: HeldOrSent): void {
  if (message) putSentMessage(cache, message);
  if (!held) return;
  for (const cached of cache.of("scheduled.list")) {
    if (cached.input.conversationId !== held.conversationId) continue;
    cache.update<ScheduledMessage[]>(cached, (list) =>
      list.some(({ id }) => id === held.id) ? list : [...list, held],
    );
  }
}

/** The server's answer to an own message: it takes its place without waiting for the socket to say so too. */
export function putSentMessage(cache: LiveCache, message: Message): void {
  for (const cached of cache.of("messages.list")) {
    if (cached.input.conversationId !== message.conversationId || !cached.infinite) continue;
    cache.update<ThreadData>(cached, (data) => putMessage(data, message));
    refetchLater(cache, cached);
  }
}
