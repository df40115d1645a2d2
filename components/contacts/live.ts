import { registerFold } from "#components/live/folds.ts";
import type { LiveCache } from "#components/live/live-cache.ts";
import type { LiveEvent } from "#server/realtime/schema.ts";

/** Queries about one contact; changes of other contacts leave them as they are. */
const ofOne = ["contacts.read", "contacts.history", "contacts.reach", "notes.list"];

/** Events of contacts carry ids only: each reader fetches again what they may see. */
function apply(cache: LiveCache, events: readonly LiveEvent[]): void {
  const changed = new Set<unknown>(events.map(({ contactId }) => contactId));
  for (const cached of ofOne.flatMap((procedure) => cache.of(procedure))) {
    if (changed.has(cached.input.contactId)) cache.refresh(cached);
  }
  // A note changes no list.
  const listed = events.some(({ type }) => type !== "contact/note");
  if (listed) cache.refresh([...cache.of("contacts.list"), ...cache.of("conversations.viewCounts")]);
}

registerFold({ types: ["contact/*"], apply });
