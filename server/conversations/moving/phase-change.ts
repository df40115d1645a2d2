import type { EventData } from "#server/core/events/table.ts";
import type { Phase } from "#server/db/generated/client.ts";
import type { ConversationRow } from "../row.ts";
import { eventConversation } from "../viewing.ts";

export type Move = { from: Phase; to: Phase };

/** The line in the thread that a change of phase leaves. */
export function lineOfMove({ from, to }: Move) {
  return { text: `Moved to ${to.name}`, targetId: to.id, data: { from: from.id, to: to.id } };
}

/** The event of a conversation that has changed its phase. */
export function eventOfMove(row: ConversationRow, { from, to }: Move): EventData<"conversation/phase_changed"> {
  return {
    ...eventConversation({ ...row, phaseId: to.id }),
    previousPhaseId: from.id,
    phaseName: to.name,
    previousPhaseName: from.name,
    changes: { phaseId: { before: from.id, after: to.id } },
  };
}
