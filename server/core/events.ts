import { afterCommit } from "#server/db/outside.ts";
import { execute, json, sql } from "#server/db/sql.ts";
import type { Actor } from "./actor.ts";
import type { PublicEventType } from "./event-types.ts";
import { newId } from "./ids.ts";

/** Never sent to webhooks: they keep screens, histories and the audit log true. */
export const internalEventTypes = [
  "conversation/changed",
  "conversation/imported",
  "conversation/read",
  "conversation/note_changed",
  "message/changed",
  "message/command",
  "contact/changed",
  "contact/note",
  "contact/merged",
  "user/changed",
  "session/started",
  "session/refused",
  "session/ended",
  "export/made",
  "token/changed",
  "phase/changed",
  "tag/changed",
  "channel/changed",
  "channel/import",
  "chatbot/changed",
  "chatbot/draft",
  "trigger/changed",
  "chatbot/called",
  "company/changed",
  "view/changed",
  "integration/changed",
  "webhook/changed",
  "template/changed",
  "template/sync",
  "template/sending",
  "campaign/changed",
  "campaign/run",
] as const;

export type EventType = PublicEventType | (typeof internalEventTypes)[number];

/** What a rule says happened. `data` is the public payload (decisions.md K10) as of now, whole: nothing is read later. */
export type NewEvent = {
  type: EventType;
  channelId?: string | null;
  conversationId?: string | null;
  contactId?: string | null;
  messageId?: string | null;
  data?: Record<string, unknown>;
  /** When it happened: the time that was written to the row. Absent: when the command began. */
  at?: Date;
  /** Whose deed it is, where that is not who runs the command: a sign-in is the person's. */
  by?: Pick<Actor, "type" | "id" | "name">;
};

/** An event as stored. `seq` is its position in the company, `position` among all; both given by the relay. */
export type StoredEvent = Required<Omit<NewEvent, "by" | "at">> & {
  id: string;
  companyId: string;
  seq: number;
  position: number;
  actorType: Actor["type"];
  actorId: string;
  actorName: string;
  createdAt: Date;
};

/** Writes the events of a command, inside its transaction, in the order they were emitted; `operation` is its name. */
export async function storeEvents(actor: Actor, events: readonly NewEvent[], at: Date, operation = ""): Promise<void> {
  if (events.length === 0) return;
  const records = events.map((event) => ({
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
  }));
  await execute(sql`
    insert into events ("companyId", "id", "type", "channelId", "conversationId", "contactId", "messageId",
      "actorType", "actorId", "actorName", "operation", "data", "createdAt")
    select ${actor.companyId}::uuid, e."id", e."type", e."channelId", e."conversationId", e."contactId", e."messageId",
      e."actorType", e."actorId", e."actorName", ${operation}::text, e."data",
      e."createdAt"
    from jsonb_to_recordset(${json(records)}::jsonb) as e("id" uuid, "type" text, "channelId" uuid,
      "conversationId" uuid, "contactId" uuid, "messageId" uuid, "data" jsonb, "createdAt" timestamptz,
      "actorType" text, "actorId" text, "actorName" text)`);
}

const listeners = new Set<() => void>();

/** Calls `listener` after each commit that stored events (in this process). Returns how to stop. */
export function onCommit(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells at once, or after the commit of the transaction that is still open; in no scope. */
export function announceCommit(): void {
  afterCommit(() => {
    for (const listener of listeners) listener();
  });
}
