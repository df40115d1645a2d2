import type { Language } from "../choices.ts";
import type { ChatbotSettings } from "../schema.ts";
import { isOpenAt } from "./business-hours.ts";
import { fold } from "./folding.ts";

/** The few texts that the engine says and understands by itself. */

const yes = new Set(["yes", "y", "yeah", "yep", "ok", "si", "s", "claro", "correcto", "sim", "isso", "certo"]);
const no = new Set(["no", "n", "nope", "nao"]);

const bare = (text: string) => fold(text).replace(/[.,;!]{1,64}$/u, "");

export const isYes = (text: string) => yes.has(bare(text));
export const isNo = (text: string) => no.has(bare(text));

const hints: Record<Language, (email: string) => string> = {
  en: (email) => `Did you mean ${email}?`,
  es: (email) => `¿Quisiste decir ${email}?`,
  pt: (email) => `Você quis dizer ${email}?`,
};

export function hintWords(language: Language, email: string): string {
  return hints[language](email);
}

const nudges: Record<Language, string> = {
  en: "Are you still there?",
  es: "¿Sigues ahí?",
  pt: "Você ainda está aí?",
};

export function nudgeWords(language: Language): string {
  return nudges[language];
}

const spoken = (words: string | readonly string[] | undefined) =>
  [words ?? []].flat().filter((text) => text.trim() !== "");

/** What the bot says before it hands over to a person; outside business hours, that no one is available now. */
export function handOverWords(settings: ChatbotSettings, { now, open }: { now: Date; open?: boolean }): string[] {
  const { special_messages: special, businessHoursConfiguration: hours } = settings;
  const later = (open ?? isOpenAt(hours, now)) ? [] : spoken(special?.finding_operator_timeout);
  return later.length > 0 ? later : spoken(special?.finding_operator_start);
}
