import { truncate } from "#server/base/truncate.ts";
import type { ContactRow } from "#server/contacts/row.ts";
import { buttonsOf, isPositional, partOf, slotsOf, styleOf, variablesOf } from "./rules.ts";
import type { Media, TemplateComponent, Variables } from "./schema.ts";

type Person = Pick<ContactRow, "name" | "email" | "phone" | "internationalPhoneNumber" | "customFields">;
type Json = Record<string, unknown>;

/** The platform takes no line breaks, tabs or long gaps inside a value. */
export function tidy(value: string): string {
  const line = value
    .replace(/[\r\n\t]+/g, " ")
    .replace(/ {4,}/g, "   ")
    .trim();
  return truncate(line, 1024);
}

/** What a contact says under a variable's name: its own fields, then custom ones, ignoring case. */
export function contactValue(person: Person, key: string): string {
  const name = key.toLowerCase();
  if (name === "1" || name === "header" || name === "name") return person.name;
  if (name === "first_name" || name === "firstname") return person.name.trim().split(/\s+/)[0] ?? "";
  if (name === "email") return person.email;
  if (name === "phone") return person.phone || person.internationalPhoneNumber;
  const own = Object.entries(person.customFields).find(([field]) => field.toLowerCase().replace(/\W+/g, "_") === name);
  const value = own?.[1] ?? person.customFields[key];
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

type Filled = { values: Variables; missing: string[] };

/** Values for every slot: as given, else from the contact where one is named (J5). */
export function fill(components: readonly TemplateComponent[], given: Variables, person: Person | null): Filled {
  const values: Variables = {};
  const missing: string[] = [];
  for (const slot of slotsOf(components)) {
    const fixed = slot.part === "button" && isCode(components, slot.key) ? slot.example : "";
    const value = tidy(given[slot.key] ?? "") || (person ? tidy(contactValue(person, slot.key)) : "") || fixed;
    if (value === "") missing.push(slot.key);
    else values[slot.key] = value;
  }
  return { values, missing };
}

function isCode(components: readonly TemplateComponent[], key: string): boolean {
  return buttonsOf(components)[Number(key.slice("button_".length))]?.type === "COPY_CODE";
}

/** The header's file: as given, else the template's own sample where that is an address. */
export function headerMedia(components: readonly TemplateComponent[], given: Media | null): Media | null {
  const header = partOf(components, "HEADER");
  if (!header || !["IMAGE", "VIDEO", "DOCUMENT"].includes(header.format ?? "")) return null;
  if (given) return given;
  const handles = header.example?.header_handle;
  const sample: unknown = Array.isArray(handles) ? handles[0] : undefined;
  return typeof sample === "string" && /^https?:\/\//.test(sample) ? { link: sample } : null;
}

export function needsMedia(components: readonly TemplateComponent[]): boolean {
  return ["IMAGE", "VIDEO", "DOCUMENT"].includes(partOf(components, "HEADER")?.format ?? "");
}

const ordered = (names: readonly string[]) =>
  names.every(isPositional) ? [...names].sort((a, b) => Number(a) - Number(b)) : [...names];

function textParameters(names: readonly string[], values: Variables, named: boolean): Json[] {
  return ordered(names).map((name) => ({
    type: "text",
    ...(named ? { parameter_name: name.toLowerCase() } : {}),
    text: values[name] ?? "",
  }));
}

function headerParameters(header: TemplateComponent, values: Variables, media: Media | null, named: boolean): Json[] {
  const kind = (header.format ?? "TEXT").toLowerCase();
  // The platform refuses a name on anything but a document.
  const file = media && (kind === "document" ? { ...media } : { link: media.link });
  if (kind !== "text") return file && kind !== "location" ? [{ type: kind, [kind]: file }] : [];
  const names = variablesOf(header.text ?? "");
  const own = named ? values : { ...values, "1": values.header ?? "" };
  return textParameters(names, own, named);
}

function buttonParameters(components: readonly TemplateComponent[], values: Variables): Json[] {
  return buttonsOf(components).flatMap((button, index): Json[] => {
    const value = values[`button_${index}`];
    const at = { type: "button", index: String(index) };
    if (button.type === "OTP")
      return [{ ...at, sub_type: "url", parameters: [{ type: "text", text: values["1"] ?? "" }] }];
    if (value === undefined) return [];
    return button.type === "COPY_CODE"
      ? [{ ...at, sub_type: "copy_code", parameters: [{ type: "coupon_code", coupon_code: value }] }]
      : [{ ...at, sub_type: "url", parameters: [{ type: "text", text: value }] }];
  });
}

type Named = { elementName: string; language: string; components: readonly TemplateComponent[] };

/** The `template` object of a send (channels.md 2.1): only the parts that have something to fill. */
export function sendPayload(
  { elementName, language, components }: Named,
  values: Variables,
  media: Media | null,
): Json {
  const named = styleOf(components) === "named";
  const header = partOf(components, "HEADER");
  const body = partOf(components, "BODY");
  const parts = [
    { type: "header", parameters: header ? headerParameters(header, values, media, named) : [] },
    { type: "body", parameters: body ? textParameters(variablesOf(body.text ?? ""), values, named) : [] },
  ].filter(({ parameters }) => parameters.length > 0);
  const all = [...parts, ...buttonParameters(components, values)];
  return { name: elementName, language: { code: language }, ...(all.length > 0 ? { components: all } : {}) };
}

const doubled = (text: string) => text.replace(/(?<!\{)\{([A-Za-z_]\w*)\}(?!\})/g, "{{$1}}");
const lowered = (text: string) =>
  text.replace(/\{\{\s*([A-Za-z_]\w*)\s*\}\}/g, (_, name: string) => `{{${name.toLowerCase()}}}`);

function withLowerNames(example: Json | undefined): Json | undefined {
  if (!example) return undefined;
  return Object.fromEntries(
    Object.entries(example).map(([key, value]) => [
      key,
      key.endsWith("_named_params") && Array.isArray(value)
        ? value.map((one: Json) => ({ ...one, param_name: String(one.param_name).toLowerCase() }))
        : value,
    ]),
  );
}

/** How the parts read, without samples: the platform gives their files another address each time. */
function wordingOf(components: readonly TemplateComponent[]): string {
  const parts = ["HEADER", "BODY", "FOOTER", "BUTTONS"].map((type) => {
    const { format = "TEXT", text = "", buttons = [] } = partOf(components, type) ?? {};
    const shown = buttons.map((one) => [one.type, one.text ?? "", one.url ?? "", one.phone_number ?? ""]);
    return [partOf(components, type) !== undefined, format, lowered(doubled(text)), shown];
  });
  return JSON.stringify(parts);
}

/**
 * The parts as the platform tells them; `held` itself where they read the same. Files that were given as a sample stay,
 * and so do buttons of codes, which the platform tells as links.
 */
export function takenOver(
  category: string,
  held: TemplateComponent[],
  told: readonly TemplateComponent[],
): TemplateComponent[] {
  const isCode = category === "AUTHENTICATION";
  const parts = told.map((part): TemplateComponent => {
    const own = partOf(held, part.type);
    if (isCode && own?.buttons?.some(({ type }) => type === "OTP")) return own;
    const hasFile = own?.example && part.format && part.format !== "TEXT" && own.format === part.format;
    return { ...(isCode ? own : {}), ...part, ...(hasFile ? { example: own.example } : {}) };
  });
  return wordingOf(parts) === wordingOf(held) ? held : parts;
}

/** The body of a submission: `{name}` becomes the platform's `{{name}}`. The words of codes are the platform's. */
export function submission(category: string, components: readonly TemplateComponent[]): Json {
  const own = category === "AUTHENTICATION" ? ["BODY", "FOOTER"] : [];
  const shown = components.map(({ text, example, ...component }) => ({
    ...component,
    ...(text && !own.includes(component.type) ? { text: lowered(doubled(text)) } : {}),
    ...(example && !own.includes(component.type) ? { example: withLowerNames(example) } : {}),
  }));
  return { category, parameter_format: styleOf(components) === "named" ? "NAMED" : "POSITIONAL", components: shown };
}
