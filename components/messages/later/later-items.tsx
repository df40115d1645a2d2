"use client";

import { CalendarClock, Clock } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { nearMoment } from "#components/time/moments.ts";
import { serverNow } from "#components/time/server-clock.ts";
import { DropdownMenuItem, DropdownMenuLabel } from "#components/ui/dropdown-menu.tsx";
import { laterChoices } from "./later-times.ts";

/** When a message may leave: parts of a menu. */
export function LaterItems({ onLater, ready }: { onLater: (at: Date | "ask") => void; ready: boolean }) {
  const t = useTranslations("messages.later");
  const format = useFormatter();
  return (
    <>
      <DropdownMenuLabel>{t("title")}</DropdownMenuLabel>
      {laterChoices(new Date(serverNow())).map(({ name, at }) => (
        <DropdownMenuItem
          key={name}
          icon={<Clock aria-hidden />}
          aside={format.dateTime(at, nearMoment)}
          disabled={!ready}
          onSelect={() => onLater(at)}
        >
          {t(name)}
        </DropdownMenuItem>
      ))}
      <DropdownMenuItem icon={<CalendarClock aria-hidden />} disabled={!ready} onSelect={() => onLater("ask")}>
        {t("pick")}
      </DropdownMenuItem>
    </>
  );
}
