import { day, hour } from "#server/base/clock.ts";
import type { Priority } from "#server/conversations/choices.ts";
import { lastKindOf } from "#server/conversations/last-kind.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { MessageRow } from "#server/messages/row.ts";

type Fields = Pick<
  ConversationRow,
  | "waitingSince"
  | "priority"
  | "snoozedUntil"
  | "snoozedBy"
  | "returnedAt"
  | "slaPolicyId"
  | "sla"
  | "slaDueAt"
  | "slaNextAt"
>;
type Told = { spoken: readonly MessageRow[]; closed: boolean; holder: string | null; index: number; now: Date };

const spread: readonly Priority[] = ["none", "high", "none", "none", "urgent", "normal", "none", "low"];

/** Who waits, how pressing it is, and what is put off: some of each among what is open. */
export function triageOf({ spoken, closed, holder, index, now }: Told): Fields {
  const answered = spoken.findLastIndex((message) => message.fromType !== "visitor");
  const asked = spoken[answered + 1]?.createdAt ?? null;
  const until = new Date(Math.floor((now.getTime() + day) / hour) * hour);
  const putOff = !closed && holder !== null && index % 9 === 4;
  return {
    waitingSince: closed ? null : asked,
    priority: holder === null ? "none" : (spread[index % spread.length] ?? "none"),
    snoozedUntil: putOff ? until : null,
    snoozedBy: putOff ? holder : "",
    returnedAt: null,
    slaPolicyId: null,
    sla: null,
    slaDueAt: null,
    slaNextAt: null,
  };
}

export function lastWordsOf(spoken: readonly MessageRow[]) {
  const last = spoken.at(-1);
  const visitor = spoken.findLast((message) => message.fromType === "visitor");
  return {
    lastMessage: last?.text ?? "",
    lastMessageKind: last ? lastKindOf(last) : ("" as const),
    lastMessageBy: last?.fromType ?? "",
    lastMessageAt: last?.createdAt ?? null,
    referral: null,
    lastVisitorMessageAt: visitor?.createdAt ?? null,
    freeEntryUntil: null,
    lastVisitorSeq: visitor?.seq ?? 0,
  };
}
