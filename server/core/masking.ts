import { AsyncLocalStorage } from "node:async_hooks";
import type { Actor } from "./actor.ts";
import type { Mask, Masked } from "./permissions.ts";
import { dots, isPersonal, type Kind, personalEntry, personalKind, personalText, wholly } from "./personal.ts";

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

/** •••• 1234; short numbers show nothing of themselves. */
export function maskPhone(text: string): string {
  const digits = text.replace(/\D/g, "");
  return digits.length < 7 ? "••••" : `•••• ${digits.slice(-4)}`;
}

/** What stands before and behind the sign of an address. Who writes what is masked may be hostile: all of it is bounded. */
const before = /[\p{L}\p{N}._%+'-]{1,256}$/u;
const behind = /[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/uy;
/** Seven digits or more, as numbers are written. */
const number = /(?<![\p{L}\p{N}_@./-])(?:\+|%2B)?\(?\d(?:[\s().\u00a0-]{0,3}\d){6,63}(?![\p{L}\p{N}_])/gu;
const idOrTime = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}$|^\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/i;

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

/** Addresses and numbers that stand in words: numbers with a plus, or of nine digits and more. */
export function maskText(text: string, masks: readonly Mask[]): string {
  let shown = text;
  if (masks.includes("email")) shown = maskAddresses(shown);
  if (masks.includes("phone") && !idOrTime.test(text))
    shown = shown.replace(number, (found) =>
      /^(\+|%2B)/.test(found) || found.replace(/\D/g, "").length >= 9 ? maskPhone(found) : found,
    );
  return shown;
}

const kinds: readonly (readonly [RegExp, Masked])[] = [
  [/e-?mail/i, "email"],
  [/phone|tel[eé]fono|telefone|celular|mobile|msisdn|destination|national_format|waId|wa_id/i, "phone"],
];
/** What names the field whose value stands beside it. */
const naming = ["field", "text", "key", "label", "name", "internal_name"];
/** Ids that are no person's number. A visitor's is, where the channel knows people by it. */
const isId = (key: string) => /(?:^id|Id|Ids|Cursor|Hash)$/.test(key) && key !== "visitorId";

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
  if (kind === "phone" && /\d/.test(text)) return maskPhone(text);
  return kind === "email" && /@|%40/.test(text) ? maskEmail(text) : maskText(text, masks);
}

/** The same value with what is hidden masked, however deep it lies. */
export function maskValue<T>(value: T, masks: readonly Mask[], kind?: Kind): T;
export function maskValue(value: unknown, masks: readonly Mask[], kind?: Kind): unknown {
  if (masks.length === 0) return value;
  if (kind === "personal") return wholly(value);
  if (typeof value === "string") return maskString(value, masks, kind);
  if (Array.isArray(value)) return value.map((item: unknown) => maskValue(item, masks, kind));
  if (typeof value !== "object" || value === null || !isPlain(value)) return value;
  const beside = kind ?? kindBeside(value, masks);
  const personal = personalEntry(value, masks);
  const entries = Object.entries(value)
    // That an address is known already is not told to who may not see it.
    .filter(([key]) => key !== "duplicatedContact")
    .map(([key, item]): [string, unknown] => {
      if (key === "chunks") return [key, maskedStream(item as AsyncIterable<unknown>, masks)];
      if (isId(key) && kind !== "custom") return [key, item];
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

/** Runs an operation for somebody and masks what it answers; what it calls meanwhile works on the whole. */
export async function veiled<T>(actor: Actor, operation: string, work: () => Promise<T>): Promise<T> {
  const masks = actor.sight?.masks ?? [];
  if (masks.length === 0 || scope.getStore()) return work();
  const output = await scope.run(masks, work);
  return ownNouns.has(operation.split(".")[0] ?? "") ? output : maskValue(output, masks);
}

/** Whether something that was shown masked comes back as if it were the value. */
export function holdsMask(value: unknown): boolean {
  if (typeof value === "string") return value.includes(dots);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(holdsMask);
}

/** Whether a text may be searched for: not where only what is hidden could hold it. */
export function maySearch(text: string): boolean {
  const hidden = hiddenFields();
  if (hidden.includes("email") && text.includes("@")) return false;
  return !(hidden.includes("phone") && /\d{4}/.test(text.replace(/[\s()+./-]/g, "")));
}
