import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js";
import { plainSigns } from "#server/contacts/identity/signs.ts";
import { emailField } from "#server/core/fields.ts";
import type { QuestionNode } from "../schema.ts";
import { fold, isSpaced, spacedWords } from "./folding.ts";
import { isPattern, testPattern } from "./patterns.ts";
import { optionNames } from "./spoken.ts";
import type { FlowState } from "./state-schema.ts";

/** What a visitor sent, as the flow sees it. */
export type Incoming = { text: string; imageUrl?: string };

export type Slots = FlowState["slots"];

export type SlotWrites = { name?: string; email?: string; phone?: string; custom?: Record<string, unknown> };

/** A right answer with what it writes and, for a LIST, the option it chose. */
export type Answer = { writes: SlotWrites; option: string };

const introductions =
  /^(?:hi|hello|hey|hola|buenas|olá|oi)?[\s,.!]*(?:my name is|my name['’]s|the name is|i am|i['’]m|this is|it['’]s|me llamo|mi nombre es|soy|(?:o )?meu nome é|me chamo|eu sou|sou)\s+/iu;

function findName(text: string): string | undefined {
  const name = text
    .trim()
    .replace(introductions, "")
    .replace(/[\s.,;!]{1,64}$/u, "")
    .replace(/\s+/g, " ");
  const letters = name.match(/\p{L}/gu)?.length ?? 0;
  const digits = name.match(/\d/g)?.length ?? 0;
  const isSentence = name.split(" ").length > 6 || /[?¿؟？@]|:\/\//u.test(name);
  return letters > digits && !isSentence && name.length <= 100 ? name : undefined;
}

/** An address of keyboard letters, also where other scripts stand right beside it. */
const usualEmail =
  /(?<![\p{Script=Latin}\p{M}\p{N}._%+'&=#$^~{|}-])[A-Za-z0-9_][A-Za-z0-9._%+'-]{0,63}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,10}(?![\p{Script=Latin}\p{M}@])/u;
const anyEmail =
  /[^\s@<>()[\]",;:\\“”«»「」，。、；：！？…،؛؟]{1,64}@[^\s@<>()[\]",;:\\“”«»「」，。、；：！？…،؛؟]+\.[^\s@<>()[\]",;:\\“”«»「」，。、；：！？…،؛؟]+/u;

export function findEmail(text: string): string | undefined {
  const seen = text.replace(/\p{Cf}/gu, "");
  const found = (usualEmail.exec(seen) ?? anyEmail.exec(seen))?.[0]
    .replace(/^[*~'’`/|]{1,64}/u, "")
    .replace(/[^\p{L}\p{N}\p{M}]{1,64}$/u, "");
  const checked = emailField.safeParse(found);
  return checked.success ? checked.data : undefined;
}

const phoneShaped = /\+?\(?\d(?:[^\S\r\n]|[\d().\-/]){4,}\d/;
/** As many characters as a contact's phone has (D2). */
const longestPhone = 32;

/** What looks like a phone number, as it was written, save for gaps; undefined where no contact could keep it. */
function phoneIn(text: string): string | undefined {
  const found = phoneShaped
    .exec(plainSigns(text))?.[0]
    .trim()
    .replace(/\s+/g, " ")
    .replace(/([().\-/])\1+/g, "$1");
  return found !== undefined && found.length <= longestPhone ? found : undefined;
}

/** A phone number as the visitor wrote it, in digits that everybody reads. Lenient: a number unknown to the library passes with 7 to 15 digits. */
function findPhone(text: string, country?: string): string | undefined {
  const written = phoneIn(text);
  if (!written) return undefined;
  const parsed = parsePhoneNumberFromString(written, country as CountryCode | undefined);
  if (parsed?.isPossible()) return written;
  const digits = written.replace(/\D/g, "").length;
  return digits >= 7 && digits <= 15 ? written : undefined;
}

/** Only what is certainly a phone number: international, or valid in the company's country. */
function surePhone(text: string, country?: string): string | undefined {
  const written = phoneIn(text);
  const parsed = written ? parsePhoneNumberFromString(written, country as CountryCode | undefined) : undefined;
  return parsed?.isValid() ? written : undefined;
}

/** The number of an option, as people type it: 2, 2. or 2), in any script. */
export function optionNumber(text: string): number | undefined {
  const typed = /^\s*(\d{1,2})[.)]?\s*$/.exec(plainSigns(text))?.[1];
  return typed === undefined ? undefined : Number(typed);
}

function findOption(node: QuestionNode, text: string): string | undefined {
  const said = fold(text);
  if (said === "") return undefined;
  const named = (is: (words: string) => boolean) =>
    node.response_options.find((_, at) => optionNames(node, at).some(is));
  // Options may differ by an accent alone: as it was tapped comes first.
  const exact = named((words) => words.trim() === text.trim()) ?? named((words) => fold(words) === said);
  if (exact !== undefined) return exact;
  const synonym = node.autodetect.find((one) => [one.value, ...one.synonyms].some((word) => fold(word) === said));
  if (synonym) return node.response_options.find((option) => fold(option) === fold(synonym.value)) ?? synonym.value;
  const number = optionNumber(text);
  return number === undefined ? undefined : node.response_options[number - 1];
}

/** The key of a node's custom slot. */
export function slotKey(node: QuestionNode): string {
  return node.slot_id || node.internal_name;
}

/** A pattern that is missing or is none takes any answer that is not empty; no answer is right that is too long to try. */
function fits(pattern: string | undefined, text: string): boolean {
  return text !== "" && (testPattern(pattern ?? "", text) ?? !isPattern(pattern ?? ""));
}

function custom(node: QuestionNode, value: unknown): Answer {
  return { writes: { custom: { [slotKey(node)]: value } }, option: "" };
}

const written = (writes: SlotWrites): Answer => ({ writes, option: "" });

/** Reads an answer to a node; undefined when it is none. */
export function readAnswer(node: QuestionNode, incoming: Incoming, country?: string): Answer | undefined {
  const text = incoming.text.trim();
  const name = node.response_type === "NAME" ? findName(text) : undefined;
  const email = node.response_type.startsWith("EMAIL") ? findEmail(text) : undefined;
  const phone = node.response_type.endsWith("PHONE") ? findPhone(text, country) : undefined;
  switch (node.response_type) {
    case "NAME":
      return name === undefined ? undefined : written({ name });
    case "EMAIL":
    case "PHONE":
    case "EMAIL_OR_PHONE":
      if (email !== undefined) return written({ email });
      return phone === undefined ? undefined : written({ phone });
    case "LIST": {
      const option = findOption(node, text);
      return option === undefined ? undefined : { ...custom(node, option), option };
    }
    case "REGEX":
      return fits(node.response_options[0], text) ? custom(node, text) : undefined;
    case "MEETING":
      return text ? custom(node, findOption(node, text) ?? text) : undefined;
    default: {
      const value = text || incoming.imageUrl;
      return value ? custom(node, value) : undefined;
    }
  }
}

/** Whether what a node asks for is already known. */
export function isFilled(node: QuestionNode, slots: Slots): boolean {
  switch (node.response_type) {
    case "NAME":
      return slots.name !== "";
    case "EMAIL":
      return slots.email !== "";
    case "PHONE":
      return slots.phone !== "";
    case "EMAIL_OR_PHONE":
      return slots.email !== "" || slots.phone !== "";
    case "NONE":
      return false;
    default:
      return Object.hasOwn(slots.custom, slotKey(node));
  }
}

/** What a message contains before any question was asked (H6): email, phone, and the words LIST nodes listen for. */
export function autodetect(nodes: readonly QuestionNode[], incoming: Incoming, country?: string): SlotWrites {
  const email = findEmail(incoming.text);
  const phone = surePhone(incoming.text, country);
  const [words, said] = [spacedWords(incoming.text), fold(incoming.text)];
  const isSaid = (word: string) =>
    isSpaced(word) ? words.includes(spacedWords(word)) : fold(word) !== "" && said.includes(fold(word));
  const chosen = nodes.flatMap((node) => {
    const found = node.autodetect.find((one) => [one.value, ...one.synonyms].some(isSaid));
    return found ? [[slotKey(node), found.value]] : [];
  });
  return {
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
    ...(chosen.length > 0 ? { custom: Object.fromEntries(chosen) } : {}),
  };
}
