import type { EventLog } from "#components/live/event-log.ts";
import type { LiveCache } from "#components/live/live-cache.ts";
import { refetchLater } from "./live.ts";
import { threadInput } from "./thread-input.ts";
import { putNewestPage, type ThreadData, type ThreadPage } from "./thread-pages.ts";

type Ask = (input: ReturnType<typeof threadInput>) => Promise<ThreadPage>;

/** Lays the newest page over a thread that is held, and over that the events which came while it was on its way. */
export async function readNewest(cache: LiveCache, log: EventLog, ask: Ask, conversationId: string): Promise<void> {
  const input = threadInput(conversationId);
  const held = () => {
    const all = cache.of("messages.list").filter((cached) => cached.input.conversationId === conversationId);
    return all.find(({ infinite, input: { order } }) => infinite && order === input.order);
  };
  // Its own first answer is on the way, or it has failed: laid over nothing, a page would be lost.
  const cached = held();
  await cached?.query.promise?.catch(() => undefined);
  if (!cached || cached.query.state.data === undefined) return;
  const reading = log.begin();
  try {
    const page = await ask(input);
    cache.update<ThreadData>(cached, (data) => putNewestPage(data, page));
    log.catchUp(cached.query, reading);
    refetchLater(cache, cached);
  } finally {
    log.end(reading);
  }
  cache.refresh(cache.of("conversations.notes").filter(({ input: { conversationId: id } }) => id === conversationId));
}
