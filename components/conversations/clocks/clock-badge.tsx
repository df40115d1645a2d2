"use client";

import { Timer, TimerOff } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { moment } from "#components/time/moments.ts";
import { useTickingNow } from "#components/time/ticking-now.ts";
import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import type { InboxRow } from "../data/use-conversation-list.ts";
import { useWindowWords } from "../head/use-window-words.ts";
import { type ClockTone, pressingClock } from "./pressing-clock.ts";

const tones: Readonly<Record<ClockTone, BadgeTone>> = {
  calm: "neutral",
  warning: "warning",
  over: "danger",
  paused: "neutral",
};

/** In the head of a thread: what was promised, and how long it still has; by when and by which level on asking. */
export function ClockBadge({ row: { sla, closed } }: { row: Pick<InboxRow, "sla" | "closed"> }) {
  const t = useTranslations("conversations.clock");
  const format = useFormatter();
  const words = useWindowWords();
  const found = pressingClock(sla, useTickingNow().getTime());
  if (!sla || !found || closed) return null;
  const { kind, tone, dueAt, minutes } = found;
  const name = sla.policyName;
  const told =
    dueAt === null
      ? t("explainPaused", { name })
      : t("explain", { name, date: format.dateTime(new Date(dueAt), moment) });
  return (
    <Tooltip content={told} side="bottom">
      <span className="inline-flex shrink-0">
        <Badge tone={tones[tone]} icon={tone === "paused" ? <TimerOff aria-hidden /> : <Timer aria-hidden />}>
          {t("said", { kind: t(`kinds.${kind}`), state: t(tone, { time: words(minutes) }) })}
        </Badge>
      </span>
    </Tooltip>
  );
}
