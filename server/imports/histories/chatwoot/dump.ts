import { parse } from "csv-parse/sync";
import { csvOptions, delimiterOf, hasWideLine } from "#server/base/csv.ts";
import { invalidField } from "#server/base/errors.ts";
import { sourceMark } from "../marking.ts";
import { type HistoryFound, nothingFound, type Staged } from "../schema.ts";
import { contactOf, conversationOf, listIn, lookupsOf } from "./records.ts";

type Dump = { items: Staged[]; found: HistoryFound; unread: number };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Objects as the API has them, conversations with all of their messages. */
function ofObjects(contacts: readonly unknown[], conversations: readonly unknown[], found: HistoryFound): Dump {
  const people = contacts.map((one) => contactOf(one));
  const threads = conversations.map((one) => conversationOf(one, found.agents, true));
  const unread = people.filter((one) => !one).length + threads.filter((one) => one.length === 0).length;
  return { items: [...people.flatMap((one) => one ?? []), ...threads.flat()], found, unread };
}

function ofJson(value: unknown): Dump {
  if (!isObject(value) || Array.isArray(value)) return ofMixed(listIn(value));
  const found = { ...nothingFound, ...lookupsOf(listIn(value.inboxes ?? []), listIn(value.agents ?? [])) };
  if (value.contacts === undefined && value.conversations === undefined) return ofMixed(listIn(value));
  return ofObjects(listIn(value.contacts ?? []), listIn(value.conversations ?? []), found);
}

/** A list of anything: what has messages or an inbox is a conversation, the rest are contacts. */
function ofMixed(all: readonly unknown[]): Dump {
  const isThread = (one: unknown) => isObject(one) && (Array.isArray(one.messages) || one.inbox_id !== undefined);
  return ofObjects(
    all.filter((one) => !isThread(one)),
    all.filter(isThread),
    nothingFound,
  );
}

type Cells = Record<string, string>;

/** Messages as rows, each with its conversation; what is said of its contact stands in columns of its own. */
function ofMessageRows(rows: readonly Cells[]): Dump {
  const threads = Map.groupBy(rows, ({ conversation_id: id }) => id ?? "");
  const conversations = [...threads].map(([id, messages]) => {
    const first = messages[0] ?? {};
    const said = messages.find((one) => one.contact_id || one.contact_email || one.contact_phone_number) ?? first;
    const { contact_id, contact_name, contact_email, contact_phone_number, contact_identifier } = said;
    const named = contact_id || contact_email || contact_phone_number || contact_name;
    const sender = {
      ...{
        id: contact_id || sourceMark(contact_email || contact_phone_number || contact_name),
        name: contact_name ?? "",
      },
      email: contact_email ?? "",
      phone_number: contact_phone_number ?? "",
      identifier: contact_identifier ?? "",
    };
    return {
      id,
      inbox_id: first.inbox_id,
      status: first.conversation_status ?? "resolved",
      messages,
      team_name: first.team_name ?? "",
      labels: (first.labels ?? "").split(/[,;|]/).map((label) => label.trim()),
      meta: named ? { sender } : {},
    };
  });
  return ofObjects([], conversations, nothingFound);
}

function ofCsv(text: string): Dump {
  const delimiter = delimiterOf(text);
  if (hasWideLine(text, delimiter)) throw invalidField("file", "The file cannot be read as CSV.", "invalid_csv");
  const options = { ...csvOptions, delimiter };
  const columns = (header: string[]) => header.map((name) => name.trim().toLowerCase());
  let rows: Cells[];
  try {
    rows = parse(text, { ...options, columns }) as Cells[];
  } catch {
    throw invalidField("file", "The file cannot be read as CSV.", "invalid_csv");
  }
  const header = new Set(Object.keys(rows[0] ?? {}));
  if (header.has("conversation_id") && header.has("message_type")) return ofMessageRows(rows);
  if (!header.has("id") && !header.has("email") && !header.has("phone_number"))
    throw invalidField("file", "Neither a file of contacts nor of messages: their columns are missing.", "invalid_csv");
  const known = new Set(["id", "name", "email", "phone_number", "identifier", "created_at", "labels"]);
  const contacts = rows.map((row) => ({
    ...row,
    id: row.id || sourceMark(row.identifier || row.email || row.phone_number),
    labels: (row.labels ?? "").split(/[,;|]/),
    custom_attributes: Object.fromEntries(Object.entries(row).filter(([name]) => !known.has(name))),
  }));
  return ofObjects(contacts, [], nothingFound);
}

function jsonLines(text: string): unknown[] | undefined {
  try {
    return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [JSON.parse(line) as unknown]));
  } catch {
    return undefined;
  }
}

/** A file of Chatwoot's data: JSON as the API answers it, JSON lines, or CSV of contacts or messages. */
export function readDump(text: string): Dump {
  const body = text.replace(/^\ufeff/, "").trimStart();
  if (!/^[[{]/.test(body)) return ofCsv(body);
  try {
    return ofJson(JSON.parse(body));
  } catch {
    const lines = jsonLines(body);
    if (!lines) throw invalidField("file", "The file begins as JSON and cannot be read as such.", "invalid_json");
    return ofMixed(lines);
  }
}
