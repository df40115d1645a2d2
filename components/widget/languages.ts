import type { Messages } from "next-intl";
import type { WidgetConfig } from "#server/visitors/schema.ts";

export type Language = WidgetConfig["language"];
export type WidgetTexts = Pick<Messages, "widget">;

/** Each language is loaded only where it is needed. */
const texts: Record<Language, () => Promise<{ default: WidgetTexts["widget"] }>> = {
  en: () => import("#i18n/en/widget.json"),
  es: () => import("#i18n/es/widget.json"),
  pt: () => import("#i18n/pt/widget.json"),
};

function isLanguage(text: string): text is Language {
  return Object.hasOwn(texts, text);
}

/** The channel's own language, else the first of the browser's that we speak, else the bot's. */
export function pickLanguage(config: WidgetConfig | undefined, wanted: readonly string[]): Language {
  const own = config?.appearance.language;
  if (own && own !== "auto") return own;
  const spoken = wanted.map((tag) => tag.toLowerCase().split("-")[0] ?? "").find(isLanguage);
  return spoken ?? config?.language ?? "en";
}

export async function loadTexts(language: Language): Promise<WidgetTexts> {
  return { widget: (await texts[language]()).default };
}
