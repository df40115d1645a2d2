import { newId } from "#server/base/ids.ts";
import { noteSpan } from "#server/base/tracing.ts";
import type { Actor } from "#server/core/actor.ts";
import { afterCommit } from "#server/db/outside.ts";
import { currentScope, discardingOnFailure } from "#server/db/pool.ts";
import { insertEvents } from "./storing.sql.ts";
import type { EventData, EventType } from "./table.ts";

/** An event as a rule emits it. `data` is complete as of now: nothing is read later. */
export type NewEvent = { [T in EventType]: NewEventOf<T> }[EventType];

/** Its `data` may be left out where none is needed. */
type NewEventOf<T extends EventType> = About & { type: T } & (Record<never, never> extends EventData<T>
    ? { data?: EventData<T> }
    : { data: EventData<T> });

type About = {
  channelId?: string | null;
  conversationId?: string | null;
  contactId?: string | null;
  messageId?: string | null;
  /** When it happened: the time that was written to the row. Absent: when the command began. */
  at?: Date;
  /** Who did it, where that is not the actor of the command: a sign-in is the person's. */
  by?: Pick<Actor, "type" | "id" | "name">;
};

type Kept = Required<Omit<About, "by" | "at">> & {
  id: string;
  companyId: string;
  seq: number;
  position: number;
  actorType: Actor["type"];
  actorId: string;
  actorName: string;
  /** W3C traceparent, where traces are collected. */
  trace: string | null;
  createdAt: Date;
};

/**
 * An event as stored; its type tells what its data hold. `seq` is its position in the company, `position` among all;
 * both given by the relay. Only this file writes them, so rows of `events` are read as this.
 */
export type StoredEvent = Kept & TypedData;

/** A type with the data that it has. */
export type TypedData = { [T in EventType]: { type: T; data: EventData<T> } }[EventType];

/** Who emitted an event, when, and by which operation. */
type Origin = { actor: Actor; at: Date; operation: string };

function recordOf(event: NewEvent, { actor, at, operation }: Origin) {
  return {
    id: newId(),
    type: event.type,
    channelId: event.channelId ?? null,
    conversationId: event.conversationId ?? null,
    contactId: event.contactId ?? null,
    messageId: event.messageId ?? null,
    data: event.data ?? {},
    createdAt: (event.at ?? at).toISOString(),
    actorType: event.by?.type ?? actor.type,
    actorId: event.by?.id ?? actor.userId ?? actor.id,
    actorName: event.by?.name ?? actor.name,
    via: actor.via ?? "",
    trace: noteSpan({ name: `event ${event.type}`, kind: "PRODUCER" }),
    operation,
  };
}

const atOnce = 1000;

async function insert(companyId: string, records: Parameters<typeof insertEvents>[1]): Promise<void> {
  for (let from = 0; from < records.length; from += atOnce)
    await insertEvents(companyId, records.slice(from, from + atOnce));
}

/**
 * Stores what `work` emits, and all that it calls, in the order in which it was emitted: at its end, in its transaction,
 * at once. Within work that does so already it only discards what a failing part has emitted.
 */
export async function storeEmitted<T>(work: () => Promise<T>): Promise<T> {
  const scope = currentScope();
  if (!scope?.client) throw new Error("events are stored in a transaction");
  if (scope.events) return discardingOnFailure(work);
  const events: ReturnType<typeof recordOf>[] = [];
  scope.events = events;
  try {
    const result = await work();
    await insert(scope.companyId, events);
    return result;
  } finally {
    delete scope.events;
  }
}

/** Emits an event, within `storeEmitted`. */
export function addEvent(event: NewEvent, origin: Origin): void {
  const events = currentScope()?.events;
  if (!events) throw new Error("an event was emitted when its command had ended");
  events.push(recordOf(event, origin));
}

/** Whether this transaction has emitted such an event, which is not stored yet. */
export function wasEmitted(matches: (event: NewEvent) => boolean): boolean {
  return (currentScope()?.events ?? []).some((event) => matches(event as NewEvent));
}

/** Stores events that no command emits, in the open transaction, in the order given; `operation` says what did it. */
export async function storeEvents(actor: Actor, events: readonly NewEvent[], at: Date, operation = ""): Promise<void> {
  const records = events.map((event) => recordOf(event, { actor, at, operation }));
  const emitted = currentScope()?.events;
  if (emitted) emitted.push(...records);
  else await insert(actor.companyId, records);
}

const listeners = new Set<() => void>();

/** Calls `listener` after each commit that stored events (in this process). Returns how to stop. */
export function onCommit(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls the listeners at once, or after the commit of the open transaction; in no scope. */
export function announceCommit(): void {
  afterCommit(() => {
    for (const listener of listeners) listener();
  });
}
