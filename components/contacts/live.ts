import { registerFold } from "#components/live/folds.ts";
import type { LiveCache } from "#components/live/live-cache.ts";
import type { LiveEvent } from "#server/realtime/schema.ts";

/** Queries about one contact; changes of other contacts leave them as they are. */
const ofOne = ["contacts.read", "contacts.history", "contacts.reach", "notes.list"];

type Watcher = (contactId: string, deleted: boolean) => void;
const watchers = new Set<Watcher>();

/** Tells which contacts something happens to, until what it answers is called. */
export function watchContacts(watcher: Watcher): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** Events of contacts carry ids only: each reader fetches again what they may see. */
function apply(cache: LiveCache, events: readonly LiveEvent[]): void {
  const changed = new Set<unknown>(events.map(({ contactId }) => contactId));
  for (const cached of ofOne.flatMap((procedure) => cache.of(procedure))) {
    if (changed.has(cached.input.contactId)) cache.refresh(cached);
  }
  for (const { contactId, type } of events)
    for (const watcher of watchers) watcher(contactId ?? "", type === "contact/deleted");
  // A note changes no list.
  const listed = events.some(({ type }) => type !== "contact/note");
  if (listed) cache.refresh([...cache.of("contacts.list"), ...cache.of("conversations.viewCounts")]);
}

registerFold({ types: ["contact/*"], apply });
