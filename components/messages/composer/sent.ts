import type { LiveCache } from "#components/live/live-cache.ts";
import type { Message } from "#server/messages/schema.ts";
import { refetchLater } from "../thread/live.ts";
import { putMessage, type ThreadData } from "../thread/thread-pages.ts";

/** The server's answer to an own message: it takes its place without waiting for the socket to say so too. */
export function putSentMessage(cache: LiveCache, message: Message): void {
  for (const cached of cache.of("messages.list")) {
    if (cached.input.conversationId !== message.conversationId || !cached.infinite) continue;
    cache.update<ThreadData>(cached, (data) => putMessage(data, message));
    refetchLater(cache, cached);
  }
}
