import type { Actor } from "#server/core/actor.ts";
import type { NewEvent } from "./storing.ts";

/** What a command has emitted, inside its transaction. */
export type Heard = { actor: Actor; events: readonly NewEvent[]; now: Date };

/** Does what follows from the events and returns further ones, which are stored with them and heard by nobody. */
export type Hearer = (heard: Heard) => Promise<readonly NewEvent[]>;

let hearers: readonly Hearer[] = [];

/** Connected once per process, before the first command: see server/listeners.ts. */
export function connectHearers(connected: readonly Hearer[]): void {
  hearers = connected;
}

/** What follows from the events. */
export async function followingOf(heard: Heard): Promise<readonly NewEvent[]> {
  if (heard.events.length === 0) return [];
  const all: NewEvent[] = [];
  for (const hearer of hearers) all.push(...(await hearer(heard)));
  return all;
}
