import { AsyncLocalStorage } from "node:async_hooks";
import type { Actor } from "./actor.ts";
import type { Mask, Masked } from "./permissions.ts";
import { isPersonal, type Kind, personalEntry, personalKind, personalText, wholly } from "./personal.ts";
import { dots } from "./words.ts";

// What a custom role hides of people (W11). One place: every operation's answer passes here on its way out, whatever it
// is an answer to, and what is searched asks `hiddenFields` what must not be found.

const scope = new AsyncLocalStorage<readonly Mask[]>();

/** What the person for whom this call works is not shown. */
export function hiddenFields(): readonly Mask[] {
  return scope.getStore() ?? [];
}

/** j•••@e•••.com */
export function maskEmail(text: string): string {
  const [local = "", domain = ""] = text.split(/@|%40/);
  const end = domain.includes(".") ? domain.slice(domain.lastIndexOf(".")) : "";
  return `${[...local][0] ?? ""}${dots}@${[...domain][0] ?? ""}${dots}${end}`;
}

const digitsIn = (text: string) => [...text.replace(/\P{Nd}/gu, "")];

/** •••• 1234; short numbers show nothing of themselves. */
function maskPhone(text: string): string {
  if (/^••••(?: \p{Nd}{4})?$/u.test(text)) return text;
  const digits = digitsIn(text);
  return digits.length < 7 ? "••••" : `•••• ${digits.slice(-4).join("")}`;
}

/** What stands before and behind the sign of an address. Who writes what is masked may be hostile: all of it is bounded. */
const before = /[\p{L}\p{N}._%+'-]{1,256}$/u;
const behind = /[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/uy;
/** What people put between the digits of a number, whatever they write in: dashes, and marks that are not seen. */
const between = String.raw`\s().·/\u2212\p{Pd}\p{Cf}\p{Mn}`;
const digits = String.raw`\p{Nd}(?:[${between}]{0,3}\p{Nd}){6,63}`;
const plus = String.raw`\+|\uff0b|%2B`;
/** Seven digits or more, as numbers are written, also as WhatsApp's links have them. */
const number = new RegExp(
  String.raw`(?<=(wa\.me/|phone=)|(?<![\p{L}\p{N}_@./-]))(?:${plus})?\(?${digits}(?![\p{L}\p{N}_])`,
  "giu",
);
/** A whole number and more than one would count to, also where it joins letters, dashes or slashes. */
const joined = /(?<!\p{Nd})\p{Nd}(?:[\s()\p{Cf}\p{Mn}]{0,2}\p{Nd}){9,14}(?!\p{Nd})/gu;
/** Where digits that join others are no person's: in addresses of the web, and in ids. */
const kept =
  /(?:https?:\/\/|(?<![^\s"'(<>,;])(?:\/[a-z]|(?:[\p{L}\p{N}-]{1,63}\.){1,8}[a-z]{2,24}\/))[^\s"'<>]*|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{32,}/giu;
const wholeNumber = new RegExp(String.raw`^\s*(?:${plus})?\(?${digits}\)?\s*$`, "iu");
const withPlus = new RegExp(`^(?:${plus})`, "i");
const date =
  /^(?:(?:0?[1-9]|[12]\d|3[01])([/.-])(?:0?[1-9]|[12]\d|3[01])\1(?:19|20)\d\d|(?:19|20)\d\d([/.-])[01]?\d\2[0-3]?\d)(?=\D|$)/;
const idOrTime = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}$|^\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/i;

/** WhatsApp's ids of messages: the number of who writes is written in them. */
const platformId = /wamid\.[\w+/=-]+/g;
/** A cursor of ours is JSON of a list. */
const ownCursor = /^WyJ[\w-]+$/;

/** From each sign outwards: to look for what may stand before one would begin at every letter. */
function maskAddresses(text: string): string {
  let shown = "";
  let from = 0;
  for (const { index, 0: sign } of text.matchAll(/@|%40/g)) {
    if (index < from) continue;
    behind.lastIndex = index + sign.length;
    const end = behind.test(text) ? behind.lastIndex : undefined;
    const local = end === undefined ? undefined : before.exec(text.slice(Math.max(from, index - 256), index))?.[0];
    if (end === undefined || local === undefined) continue;
    const start = index - local.length;
    shown += text.slice(from, start) + maskEmail(text.slice(start, end));
    from = end;
  }
  return shown + text.slice(from);
}

/** A number with a plus or in a link, or of nine digits and more; a date before the rest is none of it. */
function maskNumber(found: string, linked: boolean): string {
  if (linked || withPlus.test(found)) return maskPhone(found);
  const [begin = ""] = date.exec(found) ?? [];
  const rest = found.slice(begin.length);
  if (digitsIn(rest).length < 9) return found;
  return begin === "" ? maskPhone(rest) : `${begin} ${maskPhone(rest)}`;
}

/** Numbers that stand for themselves. */
const maskNumbers = (text: string) =>
  text
    .replace(platformId, "wamid.•••")
    .replace(number, (found, link: string | undefined) => maskNumber(found, link !== undefined));

/** Those that join other signs too, but where addresses of the web and ids have theirs. */
function maskJoined(text: string): string {
  let shown = "";
  let from = 0;
  for (const { index, 0: whole } of text.matchAll(kept)) {
    shown += text.slice(from, index).replace(joined, (found) => maskNumber(found, false)) + whole;
    from = index + whole.length;
  }
  return shown + text.slice(from).replace(joined, (found) => maskNumber(found, false));
}

/** Addresses and numbers that stand in words; of an id, numbers that stand for themselves. */
export function maskText(text: string, masks: readonly Mask[], isAnId = false): string {
  let shown = text;
  if (masks.includes("email")) shown = maskAddresses(shown);
  if (!masks.includes("phone") || idOrTime.test(text)) return shown;
  return isAnId ? maskNumbers(shown) : maskJoined(maskNumbers(shown));
}

const kinds: readonly (readonly [RegExp, Masked])[] = [
  [/e-?mail/i, "email"],
  [/phone|tel[eé]fono|telefone|celular|mobile|msisdn|destination|national_format|waId|wa_id/i, "phone"],
];
/** What names the field whose value stands beside it. */
const naming = ["field", "text", "key", "label", "name", "internal_name"];
/** Ids: of what kind is not their name's to say, for a visitor's is their number where the channel knows people by it. */
const isId = (key: string) => /(?:^id|Id|Ids|Cursor|Hash)$/.test(key);

function kindOf(key: string, masks: readonly Mask[]): Masked | undefined {
  if (isId(key)) return undefined;
  return kinds.find(([pattern, kind]) => masks.includes(kind) && pattern.test(key))?.[1];
}

/** Whether a field of this name holds what is hidden. */
export const isHiddenKey = (key: string, masks: readonly Mask[]) =>
  isPersonal(key, masks) || kindOf(key, masks) !== undefined;

/** An object that says "email" somewhere and its value elsewhere: an entry of a history, a collected answer. */
function kindBeside(value: Record<string, unknown>, masks: readonly Mask[]): Masked | undefined {
  const named = naming.map((key) => value[key]).filter((one) => typeof one === "string" && one.length <= 30);
  return named.map((one) => kindOf(String(one), masks)).find((kind) => kind !== undefined);
}

function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function maskString(text: string, masks: readonly Mask[], kind: Kind | undefined): string {
  if (kind === "custom") return maskText(personalText(text, masks), masks);
  if (text === "" || idOrTime.test(text)) return text;
  if (kind === "phone" && /\p{N}/u.test(text)) return maskPhone(text);
  return kind === "email" && /@|%40/.test(text) ? maskEmail(text) : maskText(text, masks);
}

/** Of ids, those pass that can be no person's number or address. */
function maskIds(value: unknown, masks: readonly Mask[]): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => maskIds(item, masks));
  if (typeof value !== "string") return maskValue(value, masks);
  if (idOrTime.test(value) || ownCursor.test(value)) return value;
  return masks.includes("phone") && wholeNumber.test(value) ? maskPhone(value) : maskText(value, masks, true);
}

/** The same value with what is hidden masked, however deep it lies. */
export function maskValue<T>(value: T, masks: readonly Mask[], kind?: Kind): T;
export function maskValue(value: unknown, masks: readonly Mask[], kind?: Kind): unknown {
  if (masks.length === 0) return value;
  if (kind === "personal") return wholly(value);
  if (typeof value === "string") return maskString(value, masks, kind);
  if (typeof value === "number" && kind === "phone" && digitsIn(`${value}`).length >= 7) return maskPhone(`${value}`);
  if (Array.isArray(value)) return value.map((item: unknown) => maskValue(item, masks, kind));
  if (typeof value !== "object" || value === null || !isPlain(value)) return value;
  const beside = kind ?? kindBeside(value, masks);
  const personal = personalEntry(value, masks);
  const entries = Object.entries(value)
    // That an address is known already is not told to who may not see it.
    .filter(([key]) => key !== "duplicatedContact")
    .map(([key, item]): [string, unknown] => {
      if (key === "chunks") return [key, maskedStream(item as AsyncIterable<unknown>, masks)];
      if (isId(key) && kind !== "custom") return [key, maskIds(item, masks)];
      const isName = naming.includes(key) && typeof item === "string" && kindOf(item, masks) !== undefined;
      const own = personal(key) ?? personalKind(key, masks, kind) ?? kindOf(key, masks);
      return [key, maskValue(item, masks, own ?? (isName ? undefined : beside))];
    });
  return Object.fromEntries(entries);
}

/** Each piece is made for the same person, and masked as text. */
async function* maskedStream(chunks: AsyncIterable<unknown>, masks: readonly Mask[]): AsyncGenerator<unknown> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await scope.run(masks, () => iterator.next());
      if (done) return;
      yield typeof value === "string" ? maskText(value, masks) : value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** Of people of the team and of the company itself: nothing of it is a customer's. */
const ownNouns: ReadonlySet<string> = new Set(["users", "sessions", "tokens", "roles", "teams", "companies", "plans"]);

/** What an operation answered, as the actor may see it by now. */
export function masked<T>({ sight }: Pick<Actor, "sight">, operation: string, output: T): T {
  const isOwn = ownNouns.has(operation.split(".")[0] ?? "");
  return isOwn ? output : maskValue(output, sight?.masks ?? []);
}

/** Runs an operation for somebody and masks what it answers; what it calls meanwhile works on the whole. */
export async function withMasks<T>(actor: Actor, operation: string, work: () => Promise<T>): Promise<T> {
  const masks = actor.sight?.masks ?? [];
  if (masks.length === 0 || scope.getStore()) return work();
  return masked(actor, operation, await scope.run(masks, work));
}

/** Whether something that was shown masked comes back as if it were the value. */
export function holdsMask(value: unknown): boolean {
  if (typeof value === "string") return value.includes(dots);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(holdsMask);
}

const separators = new RegExp(`[${between}+]`, "gu");

/** Whether a text may be searched for: not where only what is hidden could hold it. */
export function maySearch(text: string): boolean {
  const hidden = hiddenFields();
  if (hidden.includes("email") && text.includes("@")) return false;
  return !(hidden.includes("phone") && /\p{Nd}{4}/u.test(text.replace(separators, "")));
}
