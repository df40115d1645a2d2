import { newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import type { NewEvent } from "#server/core/events/storing.ts";
import type { EventData, EventType } from "#server/core/events/table.ts";
import { Listeners } from "#server/core/listeners.ts";
import { momentAfter } from "#server/db/moment.ts";
import { insertMessages, type Served } from "#server/messages/row.sql.ts";
import type { MessageDraft, MessageRow } from "#server/messages/row.ts";
import type { CommandName } from "#server/messages/schema.ts";
import { judgeAnew } from "./clocks/following.ts";
import { movesClocks } from "./clocks/standing.ts";
import type { ConversationRow } from "./row.ts";
import { eventConversation } from "./viewing.ts";
import { saveColumns } from "./writing.sql.ts";

type Context = { actor: Actor; emit: (event: NewEvent) => void };
/** Makes an event's data from the conversation after the change and the chatbot that serves it. */
type Data<T extends EventType> = (row: ConversationRow, served: Served) => EventData<T>;
type PendingEvent = (row: ConversationRow, served: Served) => NewEvent;
const inner: ReadonlySet<string> = new Set<keyof ConversationRow>(["flowState"]);

export type Changes = EventData<"conversation/updated">["changes"];

/**
 * One change of one locked conversation. Collects columns, messages and events; `commit` writes them in two statements
 * and emits the events with the conversation as it stands afterwards.
 */
export class ConversationChange {
  readonly before: ConversationRow;
  /** The time of this change, read under the row's lock: later than everything that has happened here. */
  readonly now: Date;
  /** The row as it will be. */
  row: ConversationRow;
  /** It is closed as it was once before: that is told, and is no closing that anything follows from. */
  closesAgain = false;
  /** Since when its visitor has waited for a person elsewhere, before this change brought that here. */
  waitsSince: Date | undefined;
  private readonly context: Context;
  private readonly patch: Partial<ConversationRow> = {};
  private readonly drafts: MessageRow[] = [];
  private readonly events: PendingEvent[] = [];

  constructor(context: Context, before: ConversationRow) {
    this.context = context;
    this.before = before;
    this.now = momentAfter(before.updatedAt);
    this.row = { ...before };
  }

  set(patch: Partial<ConversationRow>): void {
    Object.assign(this.patch, patch);
    this.row = { ...this.row, ...patch };
  }

  /** System tags emit no events (E12). */
  systemTags({ add = [], drop = [] }: { add?: readonly string[]; drop?: readonly string[] }): void {
    const kept = this.row.tags.filter((tag) => !drop.includes(tag));
    const tags = [...kept, ...add.filter((tag) => !kept.includes(tag))];
    if (tags.length !== this.row.tags.length || tags.some((tag, index) => tag !== this.row.tags[index]))
      this.set({ tags });
  }

  /** The next seq goes to this message; numbers stay without gaps because the row is locked. */
  message(draft: MessageDraft): MessageRow {
    const seq = this.row.lastSeq + 1;
    const message: MessageRow = {
      companyId: this.row.companyId,
      conversationId: this.row.id,
      id: newId(),
      seq,
      createdAt: this.now,
      ...draft,
    };
    this.set({ lastSeq: seq });
    this.drafts.push(message);
    return message;
  }

  /** A readable line of what happened, for agents and the API's includeCommands (F8). */
  command(name: CommandName, text: string, targetId: string | null = null, data: Record<string, unknown> = {}): void {
    const actorId = this.context.actor.userId ?? this.context.actor.id;
    const message = this.message({
      fromType: "system",
      sender: actorId,
      senderName: this.context.actor.name,
      senderType: "system",
      type: "command",
      text,
      attachments: [],
      responseOptions: [],
      command: { name, actorId, targetId, data },
      status: "sent",
      failureReason: null,
      clientMessageId: null,
      externalId: null,
      edited: false,
    });
    this.tell("message/command", () => ({}), message.id);
  }

  tell<T extends EventType>(type: T, data: Data<T>, messageId: string | null = null): void {
    this.events.push(
      (row, served) =>
        ({
          type,
          conversationId: row.id,
          channelId: row.channelId,
          contactId: row.contactId,
          messageId,
          at: row.updatedAt,
          data: data(row, served),
        }) as NewEvent,
    );
  }

  /** `conversation/updated` with what differs. */
  updated(changes: Changes): void {
    this.tell("conversation/updated", (row) => ({ ...eventConversation(row), changes }));
  }

  /** Nothing to write and no events: the request repeated the present state. */
  get idle(): boolean {
    return Object.keys(this.patch).length === 0 && this.events.length === 0;
  }

  /** It tells nothing, and what it writes nobody outside is shown: the conversation is the same to everybody. */
  private get unseen(): boolean {
    return this.events.length === 0 && Object.keys(this.patch).every((column) => inner.has(column));
  }

  async commit(): Promise<{ row: ConversationRow; messages: MessageRow[] }> {
    if (this.idle) return { row: this.row, messages: [] };
    const context = { ...this.context, now: this.now };
    const closes = this.row.status === "closed" && this.before.status !== "closed";
    const at = this.unseen ? undefined : this.now;
    if (movesClocks(this.before, this.row)) await clocksMoving.tell(context, this);
    const saved = await judgeAnew(context, this.before, await saveColumns(this.row, this.patch, at));
    const served = await insertMessages(this.drafts, saved.channelId);
    for (const event of this.events) this.context.emit(event(saved, served));
    // What went into another conversation goes on there.
    if (closes && !saved.mergedIntoId && !this.closesAgain) await conversationsClosed.tell(context, saved);
    return { row: saved, messages: this.drafts };
  }
}

/** A conversation was closed with this change, which is written. */
export const conversationsClosed = new Listeners<ConversationRow>("conversations that closed");

/** Clocks begin, stand still, go on or stop with this change, which is not written yet. */
export const clocksMoving = new Listeners<ConversationChange>("clocks that move");
