import { registerFold } from "#components/live/folds.ts";
import type { LiveCache } from "#components/live/live-cache.ts";
import { isRecord } from "#components/live/records.ts";
import { wordsOnly } from "#components/live/words-only.ts";
import type { LiveEvent } from "#server/realtime/schema.ts";

const list = "notifications.list";

/** Lines speak of visitors and their last words: those that name one of these conversations are asked for again. */
function refreshLines(cache: LiveCache, events: readonly LiveEvent[]): void {
  const about = new Set(events.map(({ conversationId }) => conversationId));
  const named = cache.of(list).filter(({ query }) => {
    const held: unknown = query.state.data;
    const lines: unknown = isRecord(held) ? held.data : undefined;
    return Array.isArray(lines) && lines.some((line) => isRecord(line) && about.has(String(line.conversationId)));
  });
  cache.refresh(named, true);
}

/** Whoever loses or regains sight of a conversation loses or regains the lines about it. */
function refreshSight(cache: LiveCache, events: readonly LiveEvent[]): void {
  const moved = ({ type, causes }: LiveEvent) =>
    type === "conversation/gone" || causes?.some((cause) => !wordsOnly.has(cause)) === true;
  if (!events.some(moved)) return;
  for (const procedure of [list, "notifications.unread"]) cache.refresh(cache.of(procedure), true);
}

registerFold({ types: ["conversation/row", "conversation/note", "conversation/note_changed"], apply: refreshLines });
registerFold({ types: ["conversation/row", "conversation/gone"], apply: refreshSight });
registerFold({
  types: ["user/changed", "channel/changed", "webhook/changed", "task/changed"],
  apply: (cache) => cache.refresh(cache.of(list), true),
});
