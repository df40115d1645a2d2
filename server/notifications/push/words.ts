import { readFileSync } from "node:fs";
import type english from "#i18n/en/notifications.json";
import { type Preferences, preferencesSchema } from "#server/users/schema.ts";

type Words = (typeof english)["push"];

const kept = new Map<string, Words>();

/** What a device says, in the language that the person reads; where they have chosen none, the company's. */
export function pushWords(preferences: Record<string, unknown>, fallback: NonNullable<Preferences["locale"]>): Words {
  const parsed = preferencesSchema.safeParse(preferences);
  const locale = (parsed.success ? parsed.data.locale : undefined) ?? fallback;
  const known = kept.get(locale);
  if (known) return known;
  const file = new URL(`../../../i18n/${locale}/notifications.json`, import.meta.url);
  const { push } = JSON.parse(readFileSync(file, "utf8")) as typeof english;
  kept.set(locale, push);
  return push;
}
