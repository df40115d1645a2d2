import type { z } from "zod";

type Issue = z.core.$ZodRawIssue;

const kinds: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
  null: "null",
  undefined: "left out",
  date: "a date",
};

const formats: Record<string, string> = {
  email: "must be an email address",
  url: "must be an http or https address",
  uuid: "must be an id",
  guid: "must be an id",
  datetime: "must be an ISO 8601 date-time",
  date: "must be an ISO 8601 date",
  ipv4: "must be an IP address",
  ipv6: "must be an IP address",
};

const shown = (value: unknown) => (typeof value === "string" ? `"${value}"` : String(value));

function oneOf(values: readonly unknown[]): string {
  const [only, ...more] = values;
  if (more.length === 0) return `must be ${shown(only)}`;
  return `must be one of ${values.slice(0, 40).map(String).join(", ")}`;
}

const mostNamed = 10;
const longestName = 60;

/** Whole characters: half of one could not be sent. A piece is taken first, since the name may be as long as the body. */
function cut(name: string): string {
  const start = [...name.slice(0, 2 * longestName + 2)];
  return start.length > longestName ? `${start.slice(0, longestName).join("")}…` : name;
}

/** What somebody sent, as far as it helps to see it again. */
function named(names: readonly string[]): string {
  const more = names.length - mostNamed;
  const first = names.slice(0, mostNamed).map(cut).join(", ");
  return more > 0 ? `${first} and ${more} more` : first;
}

const plural = (count: number | bigint, noun: string) => `${count} ${noun}${Number(count) === 1 ? "" : "s"}`;

function size(origin: string, bound: number | bigint, word: "least" | "most", inclusive: boolean): string {
  if (origin === "string") {
    if (word === "least" && Number(bound) === 1) return "must not be empty";
    return `must have at ${word} ${plural(bound, "character")}`;
  }
  if (origin === "array" || origin === "set") return `must have at ${word} ${plural(bound, "item")}`;
  if (inclusive) return `must be at ${word} ${bound}`;
  return word === "least" ? `must be more than ${bound}` : `must be less than ${bound}`;
}

/**
 * What is wrong with a value, to stand after its name: "must be a number". For every kind of issue that zod knows and
 * whose schema brings no words of its own.
 */
export function humanError(issue: Issue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "is required";
      return `must be ${kinds[issue.expected] ?? issue.expected}`;
    case "too_small":
      return size(issue.origin, issue.minimum, "least", issue.inclusive ?? true);
    case "too_big":
      return size(issue.origin, issue.maximum, "most", issue.inclusive ?? true);
    case "invalid_value":
      return issue.input === undefined ? "is required" : oneOf(issue.values);
    case "invalid_format":
      return formats[issue.format] ?? "does not have the right form";
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `has fields that do not exist: ${named(issue.keys)}`;
    case "invalid_key":
    case "invalid_element":
      return "has a key or value that is not allowed";
    case "invalid_union":
      return issue.input === undefined ? "is required" : "has none of the forms that are allowed";
    default:
      return undefined;
  }
}

/** Of the forms a value could have, the faults of the one that comes closest: of the right type, but wrong inside. */
export function closest(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union") return [issue];
  const isNear = (one: z.core.$ZodIssue) =>
    one.path.length > 0 || !["invalid_type", "invalid_value"].includes(one.code);
  const near = issue.errors.filter((faults) => faults.length > 0 && faults.every(isNear));
  const [form, ...others] = near;
  if (!form || others.length > 0) return [{ ...issue, message: otherForms(issue.errors) ?? issue.message }];
  return form.flatMap((one) => closest({ ...one, path: [...issue.path, ...one.path] }));
}

/** "must be text or null": where no form fits, what each of them asks for. */
function otherForms(forms: readonly (readonly z.core.$ZodIssue[])[]): string | undefined {
  const messages = forms.map(([first]) => first?.message ?? "");
  if (messages.length === 0 || !messages.every((message) => /^must be (?!one of)/.test(message))) return undefined;
  return `must be ${[...new Set(messages.map((message) => message.slice("must be ".length)))].join(" or ")}`;
}

/** As a sentence by itself, and after the name of its field. */
export function sentenceOf(field: string, message: string): { alone: string; named: string } {
  const ended = /[.!?]$/.test(message) ? message : `${message}.`;
  const alone = `${ended.charAt(0).toUpperCase()}${ended.slice(1)}`;
  const isPredicate = /^(?:must|is|has|does|may) /.test(message);
  if (isPredicate) return { alone, named: `${field || "The body"} ${ended}` };
  return { alone, named: field ? `${field}: ${alone}` : alone };
}
