import { useEffect, useState } from "react";
import { insist } from "#components/ui/late/insist.ts";
import type { WidgetConfig } from "#server/visitors/schema.ts";
import { type Language, loadTexts, pickLanguage, type WidgetTexts } from "./languages.ts";

type Texts = { locale: Language; messages: WidgetTexts; timeZone: string };

/** The texts in the visitor's language; undefined until they are here. */
export function useTexts(config: WidgetConfig | undefined): Texts | undefined {
  const [texts, setTexts] = useState<Texts>();
  useEffect(() => {
    const language = pickLanguage(config, navigator.languages);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return insist(
      () => loadTexts(language),
      (messages) => {
        setTexts({ locale: language, messages, timeZone });
        document.documentElement.lang = language;
      },
    );
  }, [config]);
  return texts;
}
