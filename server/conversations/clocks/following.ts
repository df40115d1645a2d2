import { type ListenerContext, Listeners } from "#server/core/listeners.ts";
import type { ConversationRow } from "../row.ts";
import { mayMatchAnew } from "./standing.ts";

/** A written row that another service level may apply to; who listens gives it as it is then. */
export type Judged = { row: ConversationRow };
export const conditionsMoved = new Listeners<Judged>("conversations that policies may judge anew");

export async function judgeAnew(
  context: ListenerContext,
  before: ConversationRow | null,
  row: ConversationRow,
): Promise<ConversationRow> {
  if (before && !mayMatchAnew(before, row)) return row;
  const judged: Judged = { row };
  await conditionsMoved.tell(context, judged);
  return judged.row;
}
