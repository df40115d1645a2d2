import { readFileSync } from "node:fs";
import type english from "#i18n/en/reference.json";
import { localeCookie, pickLocale } from "#i18n/locale.ts";

export type Texts = typeof english;

const kept = new Map<string, Texts>();

/** The page's own words in the reader's language; what the document says is English. */
export function textsFor(
  cookie: string | undefined,
  acceptLanguage: string | undefined,
): { language: string; texts: Texts } {
  const chosen = new RegExp(`(?:^|;\\s*)${localeCookie}=([a-z]+)`).exec(cookie ?? "")?.[1];
  const language = pickLocale(chosen, acceptLanguage ?? null);
  const known = kept.get(language);
  if (known) return { language, texts: known };
  const file = new URL(`../../../i18n/${language}/reference.json`, import.meta.url);
  const texts = JSON.parse(readFileSync(file, "utf8")) as Texts;
  kept.set(language, texts);
  return { language, texts };
}
