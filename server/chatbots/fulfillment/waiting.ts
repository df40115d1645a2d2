import { z } from "zod";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { FulfillmentWait } from "#server/db/generated/client.ts";
import { ownNumber } from "#server/kit/presence/presence.ts";
import { leftover } from "#server/kit/presence/reaping.ts";
import { type Asking, type PlannedCall, plannedCallSchema } from "./schema.ts";
import { deleteWait, findWait, writeWait } from "./waits.sql.ts";

type Key = Pick<ConversationRow, "companyId" | "id">;

/** The call this conversation's bot waits for, if any. Under the conversation's row lock. */
export function waitOf({ companyId, id }: Key) {
  return findWait({ companyId, conversationId: id });
}

/** Kept until the turn has continued, so that the turns of a killed process can be found. */
export async function beginWait(companyId: string, asking: Asking): Promise<void> {
  const { conversationId, chatbot, seq, calls, request, startedAt } = asking;
  const heldBy = await ownNumber();
  await writeWait({ companyId, conversationId, chatbotId: chatbot.id, seq, calls, request, startedAt, heldBy });
}

/** No process has this number: nobody calls for a wait that bears it. */
export const nobody = 0;

/** Turns whose process died while it was calling. */
export const heldWaits = leftover(
  "fulfillment waits",
  `update fulfillment_waits set "heldBy" = ${nobody} where "heldBy" = any($1::int[])`,
);

export function endWait({ companyId, id }: Key): Promise<void> {
  return deleteWait({ companyId, conversationId: id });
}

/** Which endpoints a stored wait called; a wait in the format of an older version called none. */
export function callsOf(wait: Pick<FulfillmentWait, "calls">): PlannedCall[] {
  return z.array(plannedCallSchema).safeParse(wait.calls).data ?? [];
}
