import { readFileSync } from "node:fs";
import type english from "#i18n/en/mail.json";
import { type DetailLabel, type MailKind, type MailLocale, mailLocales } from "./choices.ts";

type Words = Pick<typeof english, "mails" | "details" | "figures" | "digest">;

const kept = new Map<string, Words>();

function wordsIn(locale: MailLocale): Words {
  const known = kept.get(locale);
  if (known) return known;
  const file = new URL(`../../i18n/${locale}/mail.json`, import.meta.url);
  const { mails, details, figures, digest } = JSON.parse(readFileSync(file, "utf8")) as typeof english;
  const words = { mails, details, figures, digest };
  kept.set(locale, words);
  return words;
}

/** The language that a person reads; where they have chosen none, the company's. */
export function mailLocale(preferences: Record<string, unknown>, fallback: MailLocale): MailLocale {
  return mailLocales.find((locale) => locale === preferences.locale) ?? fallback;
}

type MailWords = { subject: string; text: string; action: string; closing: string };

/** The words of a mail with `{name}` and the like filled in, and what every mail ends with. */
export function mailWords(
  kind: MailKind,
  locale: MailLocale,
  values: Readonly<Record<string, string>>,
): MailWords & { footer: string } {
  const { footer, ...kinds } = wordsIn(locale).mails;
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  const { subject, text, action, closing } = kinds[kind];
  return {
    subject: fill(subject),
    text: fill(text),
    action: fill(action),
    closing: fill(closing),
    footer: fill(footer),
  };
}

/** What a line of the details is called in the reader's language. */
export function detailWord(label: DetailLabel, locale: MailLocale): string {
  return wordsIn(locale).details[label];
}

/** How a figure of a report is compared with the time before. */
export function comparedWord(value: string, locale: MailLocale): string {
  return wordsIn(locale).figures.before.replace("{value}", value);
}

/** What the figures of a daily digest are called, and what they count. */
export function digestWords(locale: MailLocale): Words["digest"] {
  return wordsIn(locale).digest;
}
