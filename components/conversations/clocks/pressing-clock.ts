import type { InboxRow } from "../data/use-conversation-list.ts";

type Clock = NonNullable<InboxRow["sla"]>["clocks"][number];
export type ClockTone = "calm" | "warning" | "over" | "paused";

/** The clock that presses most, as it stands now. */
export type Pressing = { kind: Clock["kind"]; tone: ClockTone; dueAt: string | null; minutes: number };

const minute = 60_000;

function standing({ kind, dueAt, warnAt }: Clock, now: number): Pressing {
  if (dueAt === null) return { kind, tone: "paused", dueAt, minutes: 0 };
  const left = Date.parse(dueAt) - now;
  if (left <= 0) return { kind, tone: "over", dueAt, minutes: Math.floor(-left / minute) };
  const tone = warnAt !== null && Date.parse(warnAt) <= now ? "warning" : "calm";
  return { kind, tone, dueAt, minutes: Math.ceil(left / minute) };
}

/** The first that is due; where all stand still, the first of them; undefined: nothing is promised. */
export function pressingClock(sla: InboxRow["sla"], now: number): Pressing | undefined {
  const due = (clock: Clock) => (clock.dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(clock.dueAt));
  const [first] = [...(sla?.clocks ?? [])].sort((a, b) => due(a) - due(b));
  return first && standing(first, now);
}
