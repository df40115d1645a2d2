import { revert, settled } from "./conversation-cache.ts";
import { type Change, takeTurn, withOwnChanges } from "./own-changes.ts";
import type { InboxRow } from "./use-conversation-list.ts";

/** Without an answer, the event that follows brings the rest. */
export type Call = () => Promise<Omit<InboxRow, "readSeq" | "contactName"> | undefined>;

/** Alters the conversation wherever it is shown. */
export type Show = (alter: (row: InboxRow) => InboxRow) => void;

/**
 * Shows a change at once, then asks the server when all changes before it have been answered. What is refused is taken
 * back and thrown.
 */
export async function changeAtOnce(conversationId: string, change: Change, call: Call, show: Show): Promise<void> {
  const undone: ((row: InboxRow, base: InboxRow | undefined) => InboxRow)[] = [];
  let first: InboxRow | undefined;
  show((before) => {
    const patch = change(before);
    first ??= before;
    undone.push((row, base) => revert(row, patch, base ?? before));
    return { ...before, ...patch };
  });
  const turn = takeTurn(conversationId, change, first);
  try {
    const answer = await turn.call(call);
    const told = turn.end(true);
    // What is gone has left the screens.
    if (told === null) return;
    show((row) => {
      const known = told ? settled(row, told) : row;
      // What has been changed since stays on the screen; its own answer comes.
      return withOwnChanges(answer ? settled(known, answer) : known);
    });
  } catch (error) {
    const base = turn.base();
    const told = turn.end();
    if (told !== null)
      show((row) => {
        const known = undone.reduce((shown, undo) => undo(shown, base), row);
        return withOwnChanges(told ? settled(known, told) : known);
      });
    throw error;
  }
}
