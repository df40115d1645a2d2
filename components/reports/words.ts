import { useFormatter, useTranslations } from "next-intl";
import { useCallback } from "react";
import { useMoney } from "#components/frame/money.ts";
import { definitionOf, type FigureName } from "#server/reports/choices.ts";
import type { Figure } from "#server/reports/schema.ts";

/** Seconds in the two largest units that say something; `most`: from when on days are said. */
export function useTimeWords(): (seconds: number, most?: number) => string {
  const t = useTranslations("reports.time");
  return useCallback(
    (seconds, most = 86_400) => {
      const whole = Math.round(seconds);
      if (whole < 60) return t("seconds", { n: whole });
      if (whole < 3600) return t("minutes", { m: Math.floor(whole / 60), s: whole % 60 });
      if (whole < most) return t("hours", { h: Math.floor(whole / 3600), m: Math.floor((whole % 3600) / 60) });
      return t("days", { d: Math.floor(whole / 86_400), h: Math.floor((whole % 86_400) / 3600) });
    },
    [t],
  );
}

/** A figure's value as people read it; a dash for none. */
export function useFigureWords(): (name: FigureName, value: number | null) => string {
  const format = useFormatter();
  const money = useMoney();
  const time = useTimeWords();
  return useCallback(
    (name, value) => {
      if (value === null) return "–";
      const { unit } = definitionOf(name);
      if (unit === "seconds") return time(value);
      // Hours of work are no days.
      if (unit === "duration") return time(value, Number.POSITIVE_INFINITY);
      if (unit === "amount") return money(value);
      if (unit === "share") return format.number(value, { style: "percent", maximumFractionDigits: 1 });
      if (unit === "score") return format.number(value, { maximumFractionDigits: 2 });
      return format.number(value);
    },
    [format, money, time],
  );
}

export const figureIn = (figures: readonly Figure[], name: FigureName) => figures.find((one) => one.name === name);
