import { useLocale } from "next-intl";
import { useEffect, useState } from "react";
import { insist } from "./insist.ts";

/** Texts that no page sends: fetched in the reader's language, tried again while the line is away. */
export function useLateTexts<Texts>(textsIn: Readonly<Record<string, () => Promise<Texts>>>): Texts | undefined {
  const locale = useLocale();
  const [texts, setTexts] = useState<Texts>();
  useEffect(() => {
    const load = textsIn[locale];
    return load && insist(load, setTexts);
  }, [locale, textsIn]);
  return texts;
}
