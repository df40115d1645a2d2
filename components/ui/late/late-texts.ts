import { useLocale } from "next-intl";
import { useEffect, useState } from "react";

const againMs = 1000;

/** Texts that no page sends: fetched in the reader's language, tried again while the line is away. */
export function useLateTexts<Texts>(textsIn: Readonly<Record<string, () => Promise<Texts>>>): Texts | undefined {
  const locale = useLocale();
  const [texts, setTexts] = useState<Texts>();
  useEffect(() => {
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      textsIn[locale]?.().then(
        (found) => gone || setTexts(found),
        () => {
          if (!gone) timer = setTimeout(ask, againMs);
        },
      );
    };
    ask();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [locale, textsIn]);
  return texts;
}
