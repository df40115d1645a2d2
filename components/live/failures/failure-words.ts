import { createTranslator } from "next-intl";
import type { Locale } from "#i18n/locale.ts";
import type { Messages } from "#i18n/namespaces.ts";
import { isRecord } from "../records.ts";
import type { Tell } from "./speaking.ts";

/** Keys of `ui.failures`. */
export type FailureWord = keyof Messages["ui"]["failures"];
type Speak = (word: FailureWord) => string;
/** What a code means, for a reader whose language the server does not speak. */
type SpeakCode = (code: string) => string | undefined;

export function codeSpeaker(locale: Locale, failures: Messages["failures"]): SpeakCode {
  const t = createTranslator({ locale, messages: { failures }, namespace: "failures" });
  const isKnown = (code: string): code is keyof Messages["failures"] => Object.hasOwn(failures, code);
  return (code) => (isKnown(code) ? t(code) : undefined);
}

/** Refusals whose words do not depend on what was asked. */
const general: Readonly<Record<string, FailureWord>> = {
  unauthorized: "ended",
  internal_error: "broken",
  unavailable: "away",
  // Said by a proxy, not by us.
  refused_on_the_way: "onTheWay",
};

const ofFields: Readonly<Record<string, FailureWord>> = {
  invalid_email: "email",
  invalid_phone: "phone",
  invalid_url: "url",
  invalid_range: "range",
  range_too_large: "longRange",
  required: "required",
  empty: "required",
  too_long: "tooLong",
  too_many_pixels: "pixels",
};

/** What is wrong with a field: by its code, else by its name where only the form of the value is at fault. */
function fieldWord(field: string, code: string, message: string): FailureWord | undefined {
  if (Object.hasOwn(ofFields, code)) return ofFields[code];
  if (/is required|must not be empty/i.test(message)) return "required";
  if (code === "too_big") return /character/i.test(message) ? "tooLong" : undefined;
  if (code !== "invalid_format" && code !== "invalid") return undefined;
  if (/email$/i.test(field)) return "email";
  if (/phone(?:number)?$/i.test(field)) return "phone";
  return /url$/i.test(field) ? "url" : undefined;
}

/** The reader's words for a refusal; the server's own only where the reader reads English and none say as much. */
export const failureTeller =
  (speak: Speak, speakCode?: SpeakCode): Tell =>
  (code, details, message) => {
    if (Object.hasOwn(general, code)) return speak(general[code] ?? "broken");
    const [first]: unknown[] = Array.isArray(details) ? details : [];
    const word =
      (code === "validation_error" || code === "payload_too_large") && isRecord(first)
        ? fieldWord(String(first.field ?? ""), String(first.code ?? ""), String(first.message ?? message))
        : undefined;
    if (word) return speak(word);
    return speakCode ? (speakCode(code) ?? speak("broken")) : message;
  };
