import { useTranslations } from "next-intl";
import type { InboxRow } from "../data/use-conversation-list.ts";
import { useWindowWords } from "../head/use-window-words.ts";
import { type ClockTone, pressingClock } from "./pressing-clock.ts";

export type ClockWords = {
  /** "12 min left"; empty: no clock runs. */
  clock: string;
  clockTone: ClockTone;
  /** The same as a whole sentence. */
  clockSaid: string;
};

const silent: ClockWords = { clock: "", clockTone: "calm", clockSaid: "" };

/** What a row or a card says of a service level. One that stands still is not shown there. */
export function useClockWords(now: number): (row: Pick<InboxRow, "sla" | "closed">) => ClockWords {
  const t = useTranslations("conversations.clock");
  const words = useWindowWords();
  return ({ sla, closed }) => {
    const found = closed ? undefined : pressingClock(sla, now);
    if (!found || found.tone === "paused") return silent;
    const { kind, tone, minutes } = found;
    const clock = t(tone, { time: words(minutes) });
    return { clock, clockTone: tone, clockSaid: t("said", { kind: t(`kinds.${kind}`), state: clock }) };
  };
}
