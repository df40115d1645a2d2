"use client";

import { Clock } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { useTickingNow } from "#components/ui/ticking-now.ts";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { useWindowWords } from "./use-window-words.ts";
import { minutesLeft, pressingMinutes } from "./window-left.ts";

/** How long free answers are still possible, on channels that limit them. */
export function WindowCountdown({ windowExpiresAt }: { windowExpiresAt: string | null }) {
  const t = useTranslations("conversations.window");
  const format = useFormatter();
  const words = useWindowWords();
  const left = minutesLeft(windowExpiresAt, useTickingNow().getTime());
  if (left === undefined || windowExpiresAt === null) return null;
  const wrote = new Date(Date.parse(windowExpiresAt) - 24 * 60 * 60_000);
  const date = format.dateTime(wrote, { dateStyle: "medium", timeStyle: "short" });
  return (
    <Tooltip content={t("explain", { date })} side="bottom">
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
