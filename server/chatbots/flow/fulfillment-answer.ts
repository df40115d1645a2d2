import { emailField } from "#server/core/fields.ts";
import { responseTypes } from "../choices.ts";
import type { FulfillmentAnswer, FulfillmentNote } from "../fulfillment/schema.ts";
import type { QuestionNode } from "../schema.ts";

/** Reads what a customer's endpoint answered: every field is optional, and a wrong one costs only itself. Pure. */

const maxTexts = 20;
const maxText = 4096;
const maxOptions = 20;
const maxOption = 512;
const maxKeys = 200;
const maxCustomLength = 64 * 1024;
const maxDepth = 20;
const forbiddenKeys = new Set(["__proto__", "constructor", "prototype"]);

export const emptyAnswer: FulfillmentAnswer = {
  writes: {},
  goToName: "",
  flow: null,
  text: [],
  responseType: "TEXT",
  options: [],
  stopChat: false,
};

type ReadAnswer = { answer: FulfillmentAnswer; notes: FulfillmentNote[] };

type Fields = Record<string, unknown>;
type Note = (field: string, reason: FulfillmentNote["reason"]) => undefined;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a message and the database can hold. */
function clean(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

const shortened = (path: string) => path.slice(0, 200).toWellFormed();

/** Own, present and not null: an endpoint that answers null has nothing to say. */
function given(of: Fields, key: string): unknown {
  return Object.hasOwn(of, key) && of[key] !== null ? of[key] : undefined;
}

function textAt(of: Fields, key: string, path: string, max: number, note: Note): string | undefined {
  const value = given(of, key);
  if (value === undefined) return undefined;
  if (typeof value !== "string") return note(path, "wrong_type");
  const text = clean(value).trim();
  if (text === "") return undefined;
  return text.length > max ? note(path, "too_long") : text;
}

function textsAt(of: Fields, key: string, limits: { items: number; length: number }, note: Note): string[] {
  const path = `response.${key}`;
  const value = given(of, key);
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    note(path, "wrong_type");
    return [];
  }
  if (value.length > limits.items) note(path, "too_many");
  return value.slice(0, limits.items).flatMap((item: unknown, index) => {
    if (typeof item !== "string") {
      note(`${path}.${index}`, "wrong_type");
      return [];
    }
    const text = clean(item);
    if (text.trim() === "") return [];
    if (text.length > limits.length) note(`${path}.${index}`, "too_long");
    return [text.slice(0, limits.length).toWellFormed()];
  });
}

/** A copy that can be stored; undefined where it holds what no field may hold. */
function storable(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return clean(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= maxDepth) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => storable(item, depth + 1));
    return items.includes(undefined) ? undefined : items;
  }
  const entries = Object.entries(value).map(([key, item]) => [clean(key), storable(item, depth + 1)] as const);
  if (entries.some(([key, item]) => forbiddenKeys.has(key) || item === undefined)) return undefined;
  return Object.fromEntries(entries);
}

function customOf(body: Fields, note: Note): Fields | undefined {
  const value = given(body, "custom");
  if (value === undefined) return undefined;
  if (!isFields(value)) return note("custom", "wrong_type");
  const kept: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    const copy = storable(item);
    const name = clean(key);
    if (copy === undefined || forbiddenKeys.has(name)) note(`custom.${name}`, "unsafe");
    else kept.push([name, copy]);
  }
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

function namedValue(body: Fields, key: "name" | "email", max: number, note: Note): string | undefined {
  const value = given(body, key);
  if (value === undefined) return undefined;
  return isFields(value) ? textAt(value, "value", `${key}.value`, max, note) : note(key, "wrong_type");
}

function emailOf(body: Fields, note: Note): string | undefined {
  const email = namedValue(body, "email", 254, note);
  if (email === undefined || emailField.safeParse(email).success) return email;
  return note("email.value", "invalid");
}

/** The international form where there is one: it means the same number everywhere. */
function phoneOf(body: Fields, note: Note): string | undefined {
  const value = given(body, "phone");
  if (value === undefined) return undefined;
  if (!isFields(value)) return note("phone", "wrong_type");
  for (const key of ["international_format", "national_format"]) {
    const phone = textAt(value, key, `phone.${key}`, 32, note);
    if (phone === undefined) continue;
    const digits = phone.replace(/\D/g, "").length;
    if (/^\+?[\d\s().\-/]+$/.test(phone) && digits >= 5 && digits <= 15) return phone;
    note(`phone.${key}`, "invalid");
  }
  return undefined;
}

function flagAt(of: Fields, key: string, note: Note): boolean {
  const value = given(of, key);
  if (value === undefined || typeof value === "boolean") return value === true;
  note(`response.${key}`, "wrong_type");
  return false;
}

function nodeIdAt(of: Fields, note: Note): number | null {
  const value = given(of, "flow");
  if (value === undefined) return null;
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  note("response.flow", "wrong_type");
  return null;
}

function typeOf(response: Fields, note: Note): FulfillmentAnswer["responseType"] | undefined {
  const written = textAt(response, "response_type", "response.response_type", 64, note);
  const known = responseTypes.find((type) => type === written?.toUpperCase());
  if (written !== undefined && !known) note("response.response_type", "invalid");
  return known;
}

/** Quick replies hang under a text; a response_type other than LIST says that there are none. */
function optionsOf(response: Fields, texts: readonly string[], type: string | undefined, note: Note): string[] {
  const options = textsAt(response, "response_options", { items: maxOptions, length: maxOption }, note);
  if (options.length === 0) return [];
  const reason = type !== undefined && type !== "LIST" ? "options_not_offered" : "options_without_text";
  if (reason === "options_without_text" && texts.length > 0) return options;
  note("response.response_options", reason);
  return [];
}

/** One endpoint's answer. Null: the body is no JSON object, which counts as no answer. */
export function readFulfillment(body: unknown): ReadAnswer | null {
  if (!isFields(body)) return null;
  const notes: FulfillmentNote[] = [];
  const note: Note = (field, reason) => void notes.push({ field: shortened(field), reason });
  const inner = given(body, "response");
  if (inner !== undefined && !isFields(inner)) note("response", "wrong_type");
  const response = isFields(inner) ? inner : {};
  const name = namedValue(body, "name", 255, note);
  const email = emailOf(body, note);
  const phone = phoneOf(body, note);
  const custom = customOf(body, note);
  const text = textsAt(response, "text", { items: maxTexts, length: maxText }, note);
  const type = typeOf(response, note);
  const options = optionsOf(response, text, type, note);
  const answer: FulfillmentAnswer = {
    writes: {
      ...(name === undefined ? {} : { name }),
      ...(email === undefined ? {} : { email }),
      ...(phone === undefined ? {} : { phone }),
      ...(custom === undefined ? {} : { custom }),
    },
    goToName: textAt(response, "go_to_name", "response.go_to_name", 64, note) ?? "",
    flow: nodeIdAt(response, note),
    text,
    responseType: type ?? (options.length > 0 ? "LIST" : "TEXT"),
    options,
    stopChat: flagAt(response, "stopChat", note),
  };
  return { answer, notes: notes.slice(0, 100) };
}

/** The node's answer wins whole; only `custom` is taken from both, the node's values last (I2). */
export function mergeAnswers(
  global: FulfillmentAnswer | null,
  node: FulfillmentAnswer | null,
): FulfillmentAnswer | null {
  if (!global || !node) return node ?? global;
  const custom = { ...global.writes.custom, ...node.writes.custom };
  return { ...node, writes: { ...node.writes, ...(Object.keys(custom).length > 0 ? { custom } : {}) } };
}

/** The part of `added` that still fits beside what is kept: 200 keys and 64 KB in all. Notes what it drops. */
export function fitCustom(kept: Fields, added: Fields): { custom: Fields; notes: FulfillmentNote[] } {
  const custom: Fields = {};
  const notes: FulfillmentNote[] = [];
  const all: Fields = { ...kept };
  let length = JSON.stringify(all).length;
  for (const [key, value] of Object.entries(added)) {
    const before = Object.hasOwn(all, key) ? JSON.stringify({ [key]: all[key] }).length : 0;
    const after = length - before + JSON.stringify({ [key]: value }).length;
    const tooMany = !Object.hasOwn(all, key) && Object.keys(all).length >= maxKeys;
    if (tooMany || after > maxCustomLength) {
      notes.push({ field: shortened(`custom.${key}`), reason: tooMany ? "too_many" : "too_long" });
      continue;
    }
    length = after;
    all[key] = value;
    custom[key] = value;
  }
  return { custom, notes };
}

/** Where the answer jumps to, among the enabled nodes; targets that do not exist are ignored and noted (I3). */
export function jumpOf(
  answer: Pick<FulfillmentAnswer, "goToName" | "flow">,
  nodes: readonly Pick<QuestionNode, "id" | "internal_name" | "disabled">[],
): { target: string; notes: FulfillmentNote[] } {
  const notes: FulfillmentNote[] = [];
  const enabled = nodes.filter((node) => !node.disabled);
  if (answer.goToName !== "") {
    if (enabled.some((node) => node.internal_name === answer.goToName)) return { target: answer.goToName, notes };
    notes.push({ field: "response.go_to_name", reason: "unknown_target" });
  }
  if (answer.flow === null) return { target: "", notes };
  const target = enabled.find((node) => node.id === answer.flow)?.internal_name ?? "";
  if (target === "") notes.push({ field: "response.flow", reason: "unknown_target" });
  return { target, notes };
}
