import type { Slot, TemplateButton, TemplateComponent } from "./schema.ts";

/** Pure, for the browser too: what a template's parts may be, which variables they have, how they read. */

type Style = "positional" | "named";
export type Fault = { field: string; code: string; message: string; severity: "error" | "warning" };
export type Draft = { category: string; components: readonly TemplateComponent[] };

const pattern = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}|\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Variables of a text in their order, each once. */
export function variablesOf(text: string): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? ""))];
}

export const isPositional = (name: string) => /^\d+$/.test(name);

/** The text with its variables replaced; what has no value stays as it is written. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(pattern, (whole, double?: string, single?: string) => values[double ?? single ?? ""] ?? whole);
}

export function partOf(components: readonly TemplateComponent[], type: string): TemplateComponent | undefined {
  return components.find((one) => one.type === type);
}

export function buttonsOf(components: readonly TemplateComponent[]): readonly TemplateButton[] {
  return partOf(components, "BUTTONS")?.buttons ?? [];
}

export function styleOf(components: readonly TemplateComponent[]): Style {
  const names = components.flatMap((one) => variablesOf(one.text ?? ""));
  return names.some((name) => !isPositional(name)) ? "named" : "positional";
}

const sample = (name: string) => ({ name: "Ana", email: "ana@example.com", phone: "+5491155551234" })[name];

type Example = Record<string, unknown>;
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.flat(2).filter((one): one is string => typeof one === "string") : [];

function namedExamples(value: unknown): Map<string, string> {
  const list = Array.isArray(value) ? value : [];
  return new Map(
    list.flatMap((one: unknown) => {
      const { param_name: name, example } = Object(one) as Example;
      return typeof name === "string" && typeof example === "string" ? [[name, example] as const] : [];
    }),
  );
}

/** Variable to sample value, for a HEADER or BODY; missing ones are made up. */
export function examplesOf(component: TemplateComponent): Record<string, string> {
  const key = component.type === "HEADER" ? "header_text" : "body_text";
  const given = texts(component.example?.[key]);
  const named = namedExamples(component.example?.[`${key}_named_params`]);
  return Object.fromEntries(
    variablesOf(component.text ?? "").map((name, index) => {
      const place = isPositional(name) ? Number(name) - 1 : index;
      return [name, named.get(name) || given[place] || sample(name) || `sample ${index + 1}`];
    }),
  );
}

/** The stored form: HEADER formats named, every variable with an example. */
export function completed(components: readonly TemplateComponent[]): TemplateComponent[] {
  return components.map((component) => {
    const format = component.type === "HEADER" ? { format: component.format ?? "TEXT" } : {};
    const examples = examplesOf(component);
    const names = Object.keys(examples);
    if (names.length === 0) return { ...component, ...format };
    const header = component.type === "HEADER";
    const example = names.every(isPositional)
      ? { [header ? "header_text" : "body_text"]: header ? Object.values(examples) : [inOrder(examples)] }
      : {
          [header ? "header_text_named_params" : "body_text_named_params"]: names.map((name) => {
            return { param_name: name, example: examples[name] };
          }),
        };
    return { ...component, ...format, example: { ...component.example, ...example } };
  });
}

const inOrder = (examples: Record<string, string>) =>
  Object.keys(examples)
    .sort((a, b) => Number(a) - Number(b))
    .map((name) => examples[name] ?? "");

const buttonExample = (button: TemplateButton) =>
  (Array.isArray(button.example) ? button.example[0] : button.example) ?? "";

/** What has to be filled to send it. A positional header counts by itself: its key is `header`. */
export function slotsOf(components: readonly TemplateComponent[]): Slot[] {
  const slots: Slot[] = [];
  const add = (key: string, part: Slot["part"], example: string) => {
    if (!slots.some((slot) => slot.key === key)) slots.push({ key, part, example });
  };
  const header = partOf(components, "HEADER");
  for (const [name, example] of Object.entries(header ? examplesOf(header) : {}))
    add(isPositional(name) ? "header" : name, "header", example);
  const body = partOf(components, "BODY");
  for (const [name, example] of Object.entries(body ? examplesOf(body) : {})) add(name, "body", example);
  for (const [index, button] of buttonsOf(components).entries()) {
    if (button.type === "URL" && variablesOf(button.url ?? "").length > 0)
      add(`button_${index}`, "button", buttonExample(button));
    if (button.type === "COPY_CODE") add(`button_${index}`, "button", buttonExample(button));
  }
  return slots;
}

/** What the recipient reads: header, body and footer. */
export function readable(
  components: readonly TemplateComponent[],
  values: Readonly<Record<string, string>>,
): { text: string; replies: string[] } {
  const header = partOf(components, "HEADER");
  const top = header?.text ? fillText(header.text, { ...values, "1": values.header ?? "" }) : "";
  const parts = [
    top,
    fillText(partOf(components, "BODY")?.text ?? "", values),
    partOf(components, "FOOTER")?.text ?? "",
  ];
  const replies = buttonsOf(components).flatMap((one) => (one.type === "QUICK_REPLY" ? (one.text ?? "") : []));
  return { text: parts.filter((part) => part !== "").join("\n\n"), replies };
}

/** Its links, calls and codes as the recipient has them; one-time passwords stand in the text. */
export function shownButtons(
  components: readonly TemplateComponent[],
  values: Readonly<Record<string, string>>,
): { kind: "link" | "phone" | "code"; text: string; value: string }[] {
  return buttonsOf(components).flatMap((button, index) => {
    const { type, text = "", url = "", phone_number: phone = "" } = button;
    const own = values[`button_${index}`] ?? "";
    if (type === "URL") return { kind: "link" as const, text, value: url.replace(pattern, () => own) };
    if (type === "PHONE_NUMBER") return { kind: "phone" as const, text, value: phone };
    return type === "COPY_CODE" ? { kind: "code" as const, text, value: own || buttonExample(button) } : [];
  });
}
