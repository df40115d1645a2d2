import { readFileSync } from "node:fs";
import type english from "#i18n/en/reports.json";
import type { MailLocale } from "#server/mail/choices.ts";
import { definitionOf, type FigureName, type ReportName } from "../choices.ts";

type Words = Pick<typeof english, "figures" | "names" | "time" | "period" | "none" | "gone">;

const kept = new Map<MailLocale, Words>();

/** The words of the screens, for mails. */
function wordsIn(locale: MailLocale): Words {
  const known = kept.get(locale);
  if (known) return known;
  const file = new URL(`../../../i18n/${locale}/reports.json`, import.meta.url);
  const { figures, names, time, period, none, gone } = JSON.parse(readFileSync(file, "utf8")) as typeof english;
  const words = { figures, names, time, period, none, gone };
  kept.set(locale, words);
  return words;
}

const filled = (text: string, values: Record<string, number>) =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** Seconds in the two largest units that say something, as the screens write them. */
function timeIn(seconds: number, { time }: Words, most = 86_400): string {
  const whole = Math.round(seconds);
  if (whole < 60) return filled(time.seconds, { n: whole });
  if (whole < 3600) return filled(time.minutes, { m: Math.floor(whole / 60), s: whole % 60 });
  if (whole < most) return filled(time.hours, { h: Math.floor(whole / 3600), m: Math.floor((whole % 3600) / 60) });
  return filled(time.days, { d: Math.floor(whole / 86_400), h: Math.floor((whole % 86_400) / 3600) });
}

/** What a report is called and how its figures read, in a language. */
export function reportWords(locale: MailLocale, currency: string) {
  const words = wordsIn(locale);
  const number = (value: number, options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(locale, options).format(value);
  const amount: Intl.NumberFormatOptions =
    currency === "" ? {} : { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" };
  return {
    report: (name: ReportName) => words.names[name],
    title: (name: FigureName) => words.figures[name].title,
    meaning: (name: FigureName) => words.figures[name].text,
    csv: {
      figure: (name: FigureName) => words.figures[name].title,
      period: words.period,
      none: words.none,
      gone: words.gone,
    },
    days: (first: string, last: string) =>
      new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).formatRange(
        new Date(`${first}T00:00:00Z`),
        new Date(`${last}T00:00:00Z`),
      ),
    value: (name: FigureName, value: number | null): string => {
      if (value === null) return "–";
      const { unit } = definitionOf(name);
      if (unit === "seconds") return timeIn(value, words);
      if (unit === "duration") return timeIn(value, words, Number.POSITIVE_INFINITY);
      if (unit === "amount") return number(value, amount);
      if (unit === "share") return number(value, { style: "percent", maximumFractionDigits: 1 });
      return number(value, unit === "score" ? { maximumFractionDigits: 2 } : {});
    },
  };
}
