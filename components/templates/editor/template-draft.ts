import { checkTemplate } from "#server/templates/checking.ts";
import { completed, examplesOf, isPositional, partOf, variablesOf } from "#server/templates/rules.ts";
import type { TemplateButton, TemplateComponent } from "#server/templates/schema.ts";
import type { DraftButton, TemplateDraft } from "./template-draft-schema.ts";

export const draftButtonTypes = ["QUICK_REPLY", "URL", "PHONE_NUMBER", "COPY_CODE"] as const;
export type DraftButtonType = (typeof draftButtonTypes)[number];

export type { DraftButton, TemplateDraft };

export const emptyDraft: TemplateDraft = {
  channelId: "",
  name: "",
  language: "en_US",
  category: "UTILITY",
  headerFormat: "NONE",
  headerText: "",
  headerFile: "",
  body: "",
  footer: "",
  examples: {},
  buttons: [],
  securityAdvice: true,
  expiresIn: 10,
  codeButton: "",
};

export const isMediaHeader = (format: TemplateDraft["headerFormat"]) =>
  format === "IMAGE" || format === "VIDEO" || format === "DOCUMENT";

const exampleOf = ({ example }: TemplateButton) => (Array.isArray(example) ? example[0] : example) ?? "";

function draftButton(button: TemplateButton, index: number): DraftButton[] {
  const type = draftButtonTypes.find((one) => one === button.type);
  if (!type) return [];
  const { text = "", url = "", phone_number: phone = "" } = button;
  return [{ id: `b${index}`, type, text, url, phone, example: exampleOf(button) }];
}

/** The file that stands as the sample in a header, by its address or its handle. */
export function headerFileOf(header: TemplateComponent | undefined): string {
  const handles = header?.example?.header_handle;
  const first: unknown = Array.isArray(handles) ? handles[0] : undefined;
  return typeof first === "string" ? first : "";
}

type Known = { channelId: string; elementName: string; language: string; category: TemplateDraft["category"] };

/** What the editor shows of a template that exists. */
export function draftOf(known: Known, components: readonly TemplateComponent[]): TemplateDraft {
  const [header, body, footer, buttons] = ["HEADER", "BODY", "FOOTER", "BUTTONS"].map((type) =>
    partOf(components, type),
  );
  const headerFormat = header ? (header.format ?? "TEXT") : "NONE";
  const top = Object.entries(header ? examplesOf(header) : {});
  const bottom = Object.entries(body ? examplesOf(body) : {});
  return {
    ...{ channelId: known.channelId, name: known.elementName, language: known.language, category: known.category },
    headerFormat,
    headerText: header?.text ?? "",
    headerFile: headerFileOf(header),
    body: body?.text ?? "",
    footer: footer?.text ?? "",
    examples: Object.fromEntries([...top.map(([key, text]) => [headerKey(key), text]), ...bottom]),
    buttons: (buttons?.buttons ?? []).flatMap(draftButton),
    securityAdvice: body?.add_security_recommendation ?? false,
    expiresIn: footer?.code_expiration_minutes ?? null,
    codeButton: (buttons?.buttons ?? []).find(({ type }) => type === "OTP")?.text ?? "",
  };
}

/** A numbered header counts by itself. */
export const headerKey = (name: string) => (isPositional(name) ? "header" : name);

export type Sample = { key: string; part: "header" | "body"; name: string };

/** The variables of header and body that need a sample value. */
export function samplesOf(draft: TemplateDraft): Sample[] {
  const top = draft.headerFormat === "TEXT" ? variablesOf(draft.headerText) : [];
  const samples: Sample[] = [];
  const add = (sample: Sample) => {
    if (!samples.some(({ key }) => key === sample.key)) samples.push(sample);
  };
  for (const name of top) add({ key: headerKey(name), part: "header", name });
  for (const name of variablesOf(draft.body)) add({ key: name, part: "body", name });
  return samples;
}

function headerPart({ headerFormat, headerText, headerFile, examples }: TemplateDraft): TemplateComponent[] {
  if (headerFormat === "NONE") return [];
  const base: TemplateComponent = { type: "HEADER", format: headerFormat };
  if (headerFormat !== "TEXT") {
    const file = headerFile.trim();
    return [isMediaHeader(headerFormat) && file !== "" ? { ...base, example: { header_handle: [file] } } : base];
  }
  return [withExamples({ ...base, text: headerText }, "header_text", (name) => examples[headerKey(name)] ?? "")];
}

function withExamples(
  component: TemplateComponent,
  key: "header_text" | "body_text",
  sample: (name: string) => string,
): TemplateComponent {
  const names = variablesOf(component.text ?? "");
  if (names.length === 0) return component;
  if (!names.every(isPositional)) {
    const named = names.map((name) => ({ param_name: name, example: sample(name) }));
    return { ...component, example: { [`${key}_named_params`]: named } };
  }
  const most = Math.min(Math.max(...names.map(Number)), 50);
  const values = Array.from({ length: most }, (_, index) => sample(String(index + 1)));
  return { ...component, example: { [key]: key === "header_text" ? values : [values] } };
}

function buttonPart({ type, text, url, phone, example }: DraftButton): TemplateButton {
  if (type === "QUICK_REPLY") return { type, text };
  if (type === "PHONE_NUMBER") return { type, text, phone_number: phone.replace(/[\s()-]/g, "") };
  if (type === "COPY_CODE") return { type, example };
  return { type, text, url: url.trim(), ...(variablesOf(url).length > 0 && example ? { example: [example] } : {}) };
}

function passwordParts({ securityAdvice, expiresIn, codeButton }: TemplateDraft): TemplateComponent[] {
  const footer: TemplateComponent[] =
    expiresIn === null ? [] : [{ type: "FOOTER", code_expiration_minutes: Math.min(90, Math.max(1, expiresIn)) }];
  const text = codeButton.trim();
  return [
    { type: "BODY", add_security_recommendation: securityAdvice },
    ...footer,
    { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE", ...(text ? { text } : {}) }] },
  ];
}

/** The parts as the service takes them. */
export function componentsOf(draft: TemplateDraft): TemplateComponent[] {
  if (draft.category === "AUTHENTICATION") return passwordParts(draft);
  const body = withExamples({ type: "BODY", text: draft.body }, "body_text", (name) => draft.examples[name] ?? "");
  return [
    ...headerPart(draft),
    body,
    ...(draft.footer.trim() === "" ? [] : [{ type: "FOOTER" as const, text: draft.footer }]),
    ...(draft.buttons.length === 0 ? [] : [{ type: "BUTTONS" as const, buttons: draft.buttons.map(buttonPart) }]),
  ];
}

/** The same with every sample value, as a recipient would see it. */
export const shownComponents = (draft: TemplateDraft) => completed(componentsOf(draft));

export type DraftFault = { code: string; warning: boolean };
/** Faults by where they stand: header, body, footer, buttons, buttons.0.url, or the whole. */
export type DraftFaults = Readonly<Record<string, readonly DraftFault[]>>;

/** The platform's rules, by the part of the editor that breaks them. */
export function faultsOf(draft: TemplateDraft): DraftFaults {
  const components = componentsOf(draft);
  const faults: Record<string, DraftFault[]> = {};
  for (const { field, code, severity } of checkTemplate({ category: draft.category, components })) {
    const place = placeOf(components, field);
    const known = faults[place] ?? [];
    if (!known.some((one) => one.code === code)) faults[place] = [...known, { code, warning: severity === "warning" }];
  }
  return faults;
}

/** `components.1.text` is the body, where the body stands second. */
export function placeOf(components: readonly TemplateComponent[], field: string): string {
  const [root, index = "", ...rest] = field.split(".");
  if (root !== "components") return field;
  const type = components[Number(index)]?.type;
  if (index === "" || !type) return "whole";
  return type === "BUTTONS" ? rest.join(".") || "buttons" : type.toLowerCase();
}

/** The number that the next `{{ }}` of the body takes. */
export function nextNumber(body: string): number {
  return Math.max(0, ...variablesOf(body).filter(isPositional).map(Number)) + 1;
}

/** As Meta wants names: lower case, digits, underscores. */
export function nameFrom(typed: string): string {
  return typed
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "_")
    .slice(0, 512);
}
