import type { Conversation } from "#server/conversations/schema.ts";
import type { RowPatch } from "./conversation-cache.ts";
import type { InboxRow } from "./use-conversation-list.ts";

export type Change = (row: InboxRow) => RowPatch;

type Underway = {
  last: Promise<unknown>;
  changes: readonly Change[];
  /** As it is without those changes. */
  base: InboxRow | undefined;
  /** The newest that an event has told of it since, without these changes; null: it is gone. */
  told: Conversation | null | undefined;
};

/** What this person has changed and the server has not answered yet, by conversation. */
const underway = new Map<string, Underway>();

export type Turn = {
  /** Asks the server once everything before has been answered. */
  call: <Answer>(ask: () => Promise<Answer>) => Promise<Answer>;
  /** As it would be without any change of this person that is on its way or was refused. */
  base: () => InboxRow | undefined;
  /** It has been answered or refused: answers what events have told meanwhile; null: that it is gone. */
  end: (done?: boolean) => Conversation | null | undefined;
};

/**
 * One change after the other for each conversation, whatever became of the one before: two that are on their way at once
 * may reach the server the other way round, and the earlier deed would be the last.
 */
export function takeTurn(conversationId: string, change: Change, before?: InboxRow): Turn {
  const known = underway.get(conversationId) ?? { last: undefined, changes: [], base: before, told: undefined };
  const { promise: over, resolve } = Promise.withResolvers<void>();
  underway.set(conversationId, { ...known, last: over, changes: [...known.changes, change] });
  return {
    call: async (ask) => {
      await known.last;
      return ask();
    },
    base: () => underway.get(conversationId)?.base,
    end: (done = false) => {
      resolve();
      const now = underway.get(conversationId);
      if (!now) return undefined;
      const changes = now.changes.filter((other) => other !== change);
      const base = done && now.base ? { ...now.base, ...change(now.base) } : now.base;
      if (changes.length === 0) underway.delete(conversationId);
      else underway.set(conversationId, { ...now, changes, base });
      return now.told;
    },
  };
}

/** An event tells of a conversation: kept for the end of the changes that are on their way. */
export function noteTold(row: Conversation): void {
  const now = underway.get(row.id);
  if (!now || (now.told && now.told.updatedAt > row.updatedAt)) return;
  const base = now.base && now.base.updatedAt <= row.updatedAt ? { ...now.base, ...row } : now.base;
  underway.set(row.id, { ...now, told: row, base });
}

/** An event tells that it has been deleted, or is not to be seen any more. */
export function noteGone(conversationId: string): void {
  const now = underway.get(conversationId);
  if (now) underway.set(conversationId, { ...now, told: null });
}

/** A row as the server has it, with what this person has changed since. */
export function withOwnChanges<Row extends Conversation>(row: Row): Row {
  let shown = row;
  for (const change of underway.get(row.id)?.changes ?? []) {
    // Changes look at what every row has; how far it has been read is known of some only.
    const patch = change({ readSeq: 0, contactName: "", ...shown });
    shown = { ...shown, ...patch };
  }
  return shown;
}

/** The conversations that this person has changed and the server has not answered yet, as they are without that. */
export function rowsUnderway(): InboxRow[] {
  return [...underway.values()].flatMap(({ base, told }) => (base && told !== null ? [base] : []));
}
