import { useFormatter, useTranslations } from "next-intl";
import { useMemo } from "react";
import { clock } from "#components/time/moments.ts";
import type { Schedule } from "#server/reports/saved/choices.ts";

/** Hours and weekdays in words; a day that begins on a Monday stands for all. */
export function useHourWords() {
  const t = useTranslations("reports.saved.mail");
  const format = useFormatter();
  return useMemo(() => {
    const hourOf = (of: number) => format.dateTime(new Date(Date.UTC(2024, 0, 1, of)), { ...clock, timeZone: "UTC" });
    const weekday = (of: number) =>
      format.dateTime(new Date(Date.UTC(2024, 0, of)), { weekday: "long", timeZone: "UTC" });
    const times = (schedule: Schedule) => {
      const hour = hourOf(schedule.hour);
      return t(`times.${schedule.every}`, { weekday: weekday(schedule.weekday), day: schedule.monthDay, hour });
    };
    return { hourOf, weekday, times };
  }, [t, format]);
}
