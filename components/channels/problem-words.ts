import { useFormatter, useTranslations } from "next-intl";
import { useCallback } from "react";
import type { z } from "zod";
import type { alarmSchema } from "#server/channels/connection/problem-schema.ts";

export type Problem = z.output<typeof alarmSchema>["problem"];

const isDay = /^\d{4}-\d{2}-\d{2}$/;

/** Why the platform cut a channel off, restricts or warns it, in the reader's language; else in the platform's words. */
export function useProblemWords(): (problem: Pick<Problem, "words" | "message">) => string {
  const t = useTranslations("frame.channelProblems.words");
  const format = useFormatter();
  return useCallback(
    ({ words, message }) => {
      if (words.length === 0) return message;
      const shown = (value: string) =>
        isDay.test(value) ? format.dateTime(new Date(value), { dateStyle: "medium", timeZone: "UTC" }) : value;
      return words.map(({ key, value }) => (key === "platform" ? value : t(key, { value: shown(value) }))).join(" ");
    },
    [t, format],
  );
}

/** How bad it is: nothing comes or goes, some things are not allowed, or only a warning. */
export function severityOf({ restricted, warning }: Pick<Problem, "restricted" | "warning">) {
  return warning ? "warned" : restricted ? "restricted" : "cutOff";
}
