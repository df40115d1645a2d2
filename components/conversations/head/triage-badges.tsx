"use client";

import { AlarmClock, Flag } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { nearMoment } from "#components/time/moments.ts";
import { Badge } from "#components/ui/badge.tsx";
import type { InboxRow } from "../data/use-conversation-list.ts";

/** Says in the head how pressing it is and until when it is put off; nothing where it is neither. */
export function TriageBadges({ row }: { row: Pick<InboxRow, "priority" | "snoozedUntil"> }) {
  const t = useTranslations("conversations.triage");
  const format = useFormatter();
  const { priority, snoozedUntil } = row;
  const isPressing = priority === "high" || priority === "urgent";
  return (
    <>
      {priority === "none" ? null : (
        <Badge tone={isPressing ? "danger" : "neutral"} icon={<Flag aria-hidden />}>
          {t(`priorities.${priority}`)}
        </Badge>
      )}
      {snoozedUntil ? (
        <Badge tone="neutral" icon={<AlarmClock aria-hidden />}>
          {t("snoozedUntil", { time: format.dateTime(new Date(snoozedUntil), nearMoment) })}
        </Badge>
      ) : null}
    </>
  );
}
