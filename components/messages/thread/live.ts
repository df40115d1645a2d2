import { registerFold } from "#components/live/folds.ts";
import type { LiveCache } from "#components/live/live-cache.ts";
import type { Cached } from "#components/live/query-index.ts";
import { deliveryStates } from "#server/messages/choices.ts";
import type { LiveEvent } from "#server/realtime/schema.ts";
import { hasHole, putMessage, putStatus, type ThreadData } from "./thread-pages.ts";

const patienceMs = 250;

function threads(cache: LiveCache, conversationId: string | null): Cached[] {
  return cache.of("messages.list").filter(({ input }) => input.conversationId === conversationId);
}

/** Threads of the screens hold everything newest first; any other question is simply asked again. */
const isThread = ({ input, infinite }: Cached) => infinite && input.includeCommands === true && input.order === "desc";

/** Messages missing between two others are usually on their way; if they do not arrive, the thread is fetched. */
export function refetchLater(cache: LiveCache, cached: Cached): void {
  const holey = () => {
    const data = cached.query.state.data as ThreadData | undefined;
    return data !== undefined && hasHole(data);
  };
  if (holey()) setTimeout(() => holey() && cache.refresh(cached), patienceMs);
}

function foldMessage(cache: LiveCache, event: LiveEvent): void {
  const { message, conversationId } = event;
  if (!message) return;
  for (const cached of threads(cache, conversationId)) {
    if (!isThread(cached)) {
      cache.refresh(cached);
      continue;
    }
    cache.update<ThreadData>(cached, (data) => putMessage(data, message));
    refetchLater(cache, cached);
  }
}

function foldStatus(cache: LiveCache, event: LiveEvent): void {
  const seq: unknown = event.data?.seq;
  const status = deliveryStates.find((one) => one === event.data?.status);
  if (typeof seq !== "number" || !status) return;
  for (const cached of threads(cache, event.conversationId)) {
    if (isThread(cached)) cache.update<ThreadData>(cached, (data) => putStatus(data, seq, status));
    else cache.refresh(cached);
  }
}

const ofThread = ["messages.list", "conversations.notes", "tasks.list", "scheduled.list"];

/** The messages of one conversation went into another: both threads are other than before. */
registerFold({
  types: ["conversation/row"],
  apply: (cache, events) => {
    for (const { causes, conversation, conversationId } of events) {
      if (!conversation?.mergedInto && !causes?.includes("conversation/merged")) continue;
      const known = ofThread.flatMap((procedure) => cache.of(procedure));
      cache.refresh(known.filter(({ input }) => input.conversationId === conversationId));
    }
  },
});

registerFold({
  types: ["conversation/message", "message/command", "message/changed", "message/status"],
  apply: (cache, events) => {
    for (const event of events) {
      if (event.message) foldMessage(cache, event);
      else foldStatus(cache, event);
    }
  },
});
