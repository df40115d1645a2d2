/** What a ready answer may say of the people in a conversation. */
export type Values = {
  contact: { name: string; email: string; phone: string; custom: Readonly<Record<string, unknown>> };
  conversation: { custom: Readonly<Record<string, unknown>> };
  agent: { name: string };
};

/** Answers to prompts, by their label. */
export type Asked = Readonly<Record<string, string>>;

export type Rendered = {
  text: string;
  /** Variables without a value and without a fallback, as they are written: contact.firstName, ask:Order number. */
  missing: string[];
};

const contactFields = ["name", "firstName", "lastName", "email", "phone"] as const;
const agentFields = ["name", "firstName", "lastName"] as const;

/** What can be written between the braces, besides `contact.custom.KEY`, `conversation.custom.KEY` and `ask:LABEL`. */
export const plainVariables = [
  ...contactFields.map((field) => `contact.${field}`),
  ...agentFields.map((field) => `agent.${field}`),
];

/** Everything that looks like a variable of ours, with its fallback; other braces are plain text. */
const pattern = /\{\{\s{0,20}((?:contact\.|conversation\.|agent\.|ask:)[^{}|]*)(?:\|([^{}]*))?\}\}/g;
const known = /^(?:(?:contact|conversation)\.custom\..+|ask:\s*\S.*)$/;

const firstOf = (name: string) => name.trim().split(/\s+/)[0] ?? "";
const lastOf = (name: string) => name.trim().split(/\s+/).slice(1).join(" ");
const labelOf = (variable: string) => variable.slice("ask:".length).trim();

function named(name: string, field: string): string {
  if (field === "firstName") return firstOf(name);
  return field === "lastName" ? lastOf(name) : name.trim();
}

function written(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return Array.isArray(value) ? value.map(written).filter(Boolean).join(", ") : "";
}

function meant(variable: string, { contact, conversation, agent }: Values, asked: Asked): string {
  if (variable.startsWith("ask:")) {
    const label = labelOf(variable);
    return Object.hasOwn(asked, label) ? (asked[label] ?? "").trim() : "";
  }
  const [, noun, key = ""] = /^(contact|conversation)\.custom\.(.+)$/s.exec(variable) ?? [];
  if (noun) {
    const { custom } = noun === "contact" ? contact : conversation;
    return Object.hasOwn(custom, key) ? written(custom[key]) : "";
  }
  if (variable === "contact.email") return contact.email;
  if (variable === "contact.phone") return contact.phone;
  const [whose = "", field = ""] = variable.split(".");
  return named(whose === "agent" ? agent.name : contact.name, field);
}

const isKnown = (variable: string) => plainVariables.includes(variable) || known.test(variable);

/** The text with its variables filled. What has neither a value nor a fallback stays as it is written, and is missing. */
export function render(text: string, values: Values, asked: Asked = {}): Rendered {
  const missing = new Set<string>();
  const filled = text.replaceAll(pattern, (whole, written: string, fallback: string | undefined) => {
    const variable = written.trimEnd();
    if (!isKnown(variable)) return whole;
    const value = meant(variable, values, asked) || fallback?.trim();
    if (value !== undefined && (value !== "" || fallback !== undefined)) return value;
    missing.add(variable);
    return whole;
  });
  return { text: filled, missing: [...missing] };
}

const variablesIn = (text: string) =>
  [...text.matchAll(pattern)].map(([, variable = "", fallback]) => ({ variable: variable.trimEnd(), fallback }));

/** Variables that still stand in a text and have no fallback: it cannot be sent as it is. */
export function unfilled(text: string): string[] {
  const open = variablesIn(text).filter(({ variable, fallback }) => isKnown(variable) && fallback === undefined);
  return [...new Set(open.map(({ variable }) => variable))];
}

/** What is asked of the person who sends it, in order, with what stands in when nothing is answered. */
export function prompts(text: string): { label: string; fallback: string }[] {
  const found = new Map<string, string>();
  for (const { variable, fallback = "" } of variablesIn(text)) {
    const label = variable.startsWith("ask:") ? labelOf(variable) : "";
    if (label !== "" && !found.has(label)) found.set(label, fallback.trim());
  }
  return [...found].map(([label, fallback]) => ({ label, fallback }));
}

/** Only the prompts filled: what macros know before they know of whom. */
export function fillAsked(text: string, asked: Asked): string {
  return text.replaceAll(pattern, (whole, variable: string) => {
    const answer = variable.startsWith("ask:") ? meant(variable.trimEnd(), nobody, asked) : "";
    return answer || whole;
  });
}

const nobody: Values = {
  contact: { name: "", email: "", phone: "", custom: {} },
  conversation: { custom: {} },
  agent: { name: "" },
};

/** Variables that do not exist: contact.nickname, ask: without a label. */
export function unknownVariables(text: string): string[] {
  return [...new Set(variablesIn(text).map(({ variable }) => variable))].filter((variable) => !isKnown(variable));
}
