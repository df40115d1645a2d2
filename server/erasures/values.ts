/**
 * Fields in which our own code writes words that name no person: kinds, states, labels of the company. All other texts
 * are erased.
 */
const words: ReadonlySet<string> = new Set([
  "event",
  "type",
  "status",
  "previousStatus",
  "channel",
  "chatbotState",
  "closedBy",
  "entryMethod",
  "source",
  "phaseName",
  "previousPhaseName",
  "tag",
  "tags",
  "tagName",
  "about",
  "step",
]);

/** Objects whose keys and values are the customer's own. */
const open: ReadonlySet<string> = new Set(["customFields", "conversationContext"]);

const id = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** An id in a form that may stay: a platform's own id of a person is often their phone number. */
export function scrubbedId(value: string): string {
  return id.test(value) ? value : "";
}

/** That there was a comment, and that nobody wrote a message, is what reports count when they are computed anew. */
function scrubbedText(value: string, key: string): string {
  if (words.has(key) || id.test(value) || time.test(value) || value === "system") return value;
  return key === "comment" && value !== "" ? "…" : "";
}

/**
 * What may stay of a deleted person: structure, ids, times, numbers and the fields above. Everything else counts as
 * personal, so that fields added later are scrubbed without being named here.
 */
function scrubbed(value: unknown, key = ""): unknown {
  if (typeof value === "string") return scrubbedText(value, key);
  if (typeof value !== "object" || value === null) return value;
  if (open.has(key)) return {};
  if (Array.isArray(value)) return value.map((one) => scrubbed(one, key));
  // A change is stored as { before, after } under the name of its field.
  const named = Object.entries(value).map(([name, one]) => {
    return [name, scrubbed(one, name === "before" || name === "after" ? key : name)];
  });
  return Object.fromEntries(named);
}

export type Part = "all" | "contact";

/** An event's data. Of a conversation that goes on without its contact, only the contact goes. */
export function scrubbedData(data: Record<string, unknown>, part: Part): Record<string, unknown> {
  if (part === "all") return scrubbed(data) as Record<string, unknown>;
  return "contact" in data ? { ...data, contact: scrubbed(data.contact) } : data;
}

/** The body of a delivery: `{ event, timestamp, data }`. */
export function scrubbedBody(body: string, part: Part): string {
  const { data, ...rest } = JSON.parse(body) as { data?: Record<string, unknown> };
  return JSON.stringify({ ...rest, data: scrubbedData(data ?? {}, part) });
}
