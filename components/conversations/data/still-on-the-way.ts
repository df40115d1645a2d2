import type { ConversationNote } from "#server/conversations/noting/schema.ts";

type Sent = { clientMessageId: string; failed: boolean; input: { message: string } };

/** Those that do not stand in the thread yet: the socket may have told of one before its answer came. */
export function stillOnTheWay(sent: readonly Sent[], notes: readonly Pick<ConversationNote, "clientNoteId">[]) {
  const there = new Set(notes.map(({ clientNoteId }) => clientNoteId));
  return sent
    .filter(({ clientMessageId, failed }) => !failed && !there.has(clientMessageId))
    .map(({ clientMessageId, input }) => ({ key: clientMessageId, text: input.message }));
}
