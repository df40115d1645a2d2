import type { Conversation } from "#server/conversations/schema.ts";
import type { RowPatch } from "./conversation-cache.ts";
import type { InboxRow } from "./use-conversation-list.ts";

export type Change = (row: InboxRow) => RowPatch;

type Underway = {
  last: Promise<unknown>;
  changes: readonly Change[];
  /** The newest that an event has told of it since, without these changes. */
  told: Conversation | undefined;
};

/** What this person has changed and the server has not answered yet, by conversation. */
const underway = new Map<string, Underway>();

export type Turn = {
  /** Asks the server once everything before has been answered. */
  call: <Answer>(ask: () => Promise<Answer>) => Promise<Answer>;
  /** It has been answered or refused: answers what events have told meanwhile. */
  end: () => Conversation | undefined;
};

/**
 * One change after the other for each conversation, whatever became of the one before: two that are on their way at once
 * may reach the server the other way round, and the earlier deed would be the last.
 */
export function takeTurn(conversationId: string, change: Change): Turn {
  const { last, changes, told } = underway.get(conversationId) ?? { last: undefined, changes: [], told: undefined };
  const { promise: over, resolve } = Promise.withResolvers<void>();
  underway.set(conversationId, { last: over, changes: [...changes, change], told });
  return {
    call: async (ask) => {
      await last;
      return ask();
    },
    end: () => {
      resolve();
      const now = underway.get(conversationId);
      if (!now) return undefined;
      const left = now.changes.filter((other) => other !== change);
      if (left.length === 0) underway.delete(conversationId);
      else underway.set(conversationId, { ...now, changes: left });
      return now.told;
    },
  };
}

/** An event tells of a conversation: kept for the end of the changes that are on their way. */
export function noteTold(row: Conversation): void {
  const now = underway.get(row.id);
  if (now && (!now.told || now.told.updatedAt <= row.updatedAt)) underway.set(row.id, { ...now, told: row });
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
