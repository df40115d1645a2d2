import type { Actor } from "#server/core/actor.ts";
import type { NewEvent } from "./storing.ts";

/** What a command has emitted, inside its transaction. */
export type Emitted = { actor: Actor; events: readonly NewEvent[]; now: Date };

/** Does what follows from the events and returns further ones, which are stored with them and handled by nobody. */
type EventHandler = (emitted: Emitted) => Promise<readonly NewEvent[]>;

let handlers: readonly EventHandler[] = [];

/** Connected once per process, before the first command: see server/listeners.ts. */
export function connectEventHandlers(connected: readonly EventHandler[]): void {
  handlers = connected;
}

/** Calls the handlers in their order; answers the further events. */
export async function handleEvents(emitted: Emitted): Promise<readonly NewEvent[]> {
  if (emitted.events.length === 0) return [];
  const further: NewEvent[] = [];
  for (const handler of handlers) further.push(...(await handler(emitted)));
  return further;
}
