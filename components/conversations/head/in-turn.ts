const underway = new Map<string, Promise<unknown>>();

/**
 * One call after the other for each conversation, whatever became of the one before: two that are on their way at once may
 * reach the server the other way round, and the earlier deed would be the last.
 */
export function inTurn<Answer>(conversationId: string, call: () => Promise<Answer>): Promise<Answer> {
  const before = underway.get(conversationId);
  const mine = before ? before.then(call, call) : call();
  underway.set(conversationId, mine);
  const forget = () => {
    if (underway.get(conversationId) === mine) underway.delete(conversationId);
  };
  mine.then(forget, forget);
  return mine;
}

/** Whether a later change of it is still to be answered. */
export const isUnderway = (conversationId: string): boolean => underway.has(conversationId);
