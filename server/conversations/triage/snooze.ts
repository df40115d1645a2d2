import type { ConversationChange } from "../change.ts";
import type { ConversationRow } from "../row.ts";
import { eventConversation } from "../viewing.ts";
import type { SnoozeEnd } from "./schema.ts";

const words: Record<Exclude<SnoozeEnd, "closed">, string> = {
  time: "Back: the time it was put off until has come",
  visitor: "Back: the visitor wrote",
  person: "Taken back before its time",
};

export function beginSnooze(change: ConversationChange, until: Date, by: string): void {
  if (change.row.snoozedUntil?.getTime() === until.getTime()) return;
  change.set({ snoozedUntil: until, snoozedBy: by });
  change.command("snoozed", `Put off until ${until.toISOString()}`, null, { until: until.toISOString() });
  change.tell("conversation/snoozed", (row: ConversationRow) => ({
    ...eventConversation(row),
    snoozedUntil: until.toISOString(),
    snoozedBy: by,
  }));
}

/** It comes back on top, with a line saying why; what is closed does not come back, and its line says enough. */
export function endSnooze(change: ConversationChange, reason: SnoozeEnd): void {
  const { snoozedUntil, snoozedBy } = change.row;
  if (!snoozedUntil) return;
  change.set({ snoozedUntil: null, snoozedBy: "" });
  if (reason !== "closed") {
    change.set({ returnedAt: change.now });
    change.command("unsnoozed", words[reason], null, { reason });
  }
  change.tell("conversation/unsnoozed", (row: ConversationRow) => ({
    ...eventConversation(row),
    snoozedUntil: snoozedUntil.toISOString(),
    snoozedBy,
    reason,
  }));
}
