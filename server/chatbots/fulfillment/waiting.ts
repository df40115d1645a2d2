import { z } from "zod";
import type { ConversationRow } from "#server/conversations/row.ts";
import { execute, json, row, sql } from "#server/db/sql.ts";
import { ownNumber } from "#server/kit/presence/presence.ts";
import { leftover } from "#server/kit/presence/reaping.ts";
import { type Asking, type PlannedCall, plannedCallSchema } from "./schema.ts";

/** A stored wait, as the database gives it. */
export type WaitRow = {
  companyId: string;
  conversationId: string;
  chatbotId: string;
  seq: number;
  calls: unknown;
  request: unknown;
  startedAt: Date;
};

type Key = Pick<ConversationRow, "companyId" | "id">;

/** The call this conversation's bot waits for, if any. Under the conversation's row lock. */
export function waitOf({ companyId, id }: Key): Promise<{ seq: number; startedAt: Date } | undefined> {
  return row<{ seq: number; startedAt: Date }>(sql`
    select "seq", "startedAt" from fulfillment_waits where "companyId" = ${companyId} and "conversationId" = ${id}`);
}

/** Kept until the turn has continued, so that the turns of a killed process can be found. */
export async function beginWait(companyId: string, asking: Asking): Promise<void> {
  const { conversationId, chatbot, seq, calls, request, startedAt } = asking;
  await execute(sql`
    insert into fulfillment_waits ("companyId", "conversationId", "chatbotId", "seq", "calls", "request", "startedAt",
      "heldBy")
    values (${companyId}, ${conversationId}, ${chatbot.id}, ${seq}, ${json(calls)}, ${json(request)}, ${startedAt},
      ${await ownNumber()})
    on conflict ("companyId", "conversationId") do update set "chatbotId" = excluded."chatbotId",
      "seq" = excluded."seq", "calls" = excluded."calls", "request" = excluded."request",
      "startedAt" = excluded."startedAt", "heldBy" = excluded."heldBy"`);
}

/** No process has this number: nobody calls for a wait that bears it. */
export const nobody = 0;

/** Turns whose process died while it was calling. */
export const heldWaits = leftover(
  "fulfillment waits",
  `update fulfillment_waits set "heldBy" = ${nobody} where "heldBy" = any($1::int[])`,
);

export async function endWait({ companyId, id }: Key): Promise<void> {
  await execute(sql`delete from fulfillment_waits where "companyId" = ${companyId} and "conversationId" = ${id}`);
}

/** Which endpoints a stored wait called; a wait in the format of an older version called none. */
export function callsOf(wait: WaitRow): PlannedCall[] {
  return z.array(plannedCallSchema).safeParse(wait.calls).data ?? [];
}
