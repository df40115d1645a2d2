"use client";

import { Clock, UserRound } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { moment } from "#components/time/moments.ts";
import { useTickingNow } from "#components/time/ticking-now.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { useWindowWords } from "./use-window-words.ts";
import { minutesLeft, pressingMinutes, windowNote } from "./window-left.ts";

type WindowCountdownProps = {
  windowExpiresAt: string | null;
  /** The window is over, but people may still answer until then. */
  personUntil?: number | undefined;
};

/** How long free answers are still possible, on channels that limit them. */
export function WindowCountdown({ windowExpiresAt, personUntil }: WindowCountdownProps) {
  const t = useTranslations("conversations.window");
  const format = useFormatter();
  const words = useWindowWords();
  const now = useTickingNow().getTime();
  const left = minutesLeft(windowExpiresAt, now);
  if (left === undefined || windowExpiresAt === null) return null;
  if (left === 0 && personUntil !== undefined && personUntil > now) {
    const until = format.dateTime(new Date(personUntil), moment);
    return (
      <Tooltip content={t("personExplain", { date: until })} side="bottom">
        <span className="inline-flex shrink-0">
          <Badge tone="warning" icon={<UserRound aria-hidden />}>
            {t("person", { time: words(Math.ceil((personUntil - now) / 60_000)) })}
          </Badge>
        </span>
      </Tooltip>
    );
  }
  const { word, date } = windowNote(windowExpiresAt, now);
  return (
    <Tooltip content={t(word, { date: format.dateTime(date, moment) })} side="bottom">
      <span className="inline-flex shrink-0">
        <Badge
          tone={left === 0 ? "danger" : left < pressingMinutes ? "warning" : "neutral"}
          icon={<Clock aria-hidden />}
        >
          {left === 0 ? t("over") : t("left", { time: words(left) })}
        </Badge>
      </span>
    </Tooltip>
  );
}
