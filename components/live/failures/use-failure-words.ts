import { useLocale, useTranslations } from "next-intl";
import { useEffect } from "react";
import { type LaterModule, laterModule, onceThere } from "#components/ui/late/later.tsx";
import type { Locale } from "#i18n/locale.ts";
import type { Messages } from "#i18n/namespaces.ts";
import { speakFailures } from "./speaking.ts";

/** Not of English: there the server's own sentences say more. No page sends them. */
const codesIn: Readonly<Record<string, () => Promise<Messages["failures"]>>> = {
  es: async () => (await import("#i18n/es/failures.json")).default,
  pt: async () => (await import("#i18n/pt/failures.json")).default,
};

async function load(locale: Locale) {
  const [{ failureTeller, codeSpeaker }, codes] = await Promise.all([
    import("./failure-words.ts"),
    codesIn[locale]?.(),
  ]);
  return { failureTeller, speakCode: codes && codeSpeaker(locale, codes) };
}

const loaded = new Map<Locale, LaterModule<Awaited<ReturnType<typeof load>>>>();

function wordsIn(locale: Locale) {
  const known = loaded.get(locale) ?? laterModule(() => load(locale));
  loaded.set(locale, known);
  return known;
}

/** While this stands, `failureOf` tells in the reader's language what the server refused. */
export function useFailureWords(): void {
  const t = useTranslations("ui.failures");
  const locale = useLocale();
  useEffect(
    () =>
      onceThere(wordsIn(locale), ({ failureTeller, speakCode }) =>
        speakFailures(failureTeller((word) => t(word), speakCode)),
      ),
    [t, locale],
  );
}
