import { z } from "zod";
import type { HistoryFound, PastContact, PastConversation, PastLine, Staged } from "../schema.ts";

/** Chatwoot's own words, read leniently: whatever is missing or of another form is as if it were not said. */
const text = z
  .union([z.string(), z.number()])
  .nullish()
  .catch(null)
  .transform((value) =>
    value === null || value === undefined ? "" : String(value).replaceAll("\0", "").toWellFormed(),
  );
const id = z.union([z.string(), z.number()]).transform(String).pipe(z.string().min(1).max(64));
const labels = z.array(z.string()).nullish().catch(null);
const attributes = z.record(z.string(), z.unknown()).nullish().catch(null);
/** Seconds since 1970, or a date in ISO 8601, as its CSV files have it. */
const moment = z
  .union([z.number(), z.string()])
  .nullish()
  .catch(null)
  .transform((value) => {
    if (value === null || value === undefined || value === "" || value === 0) return null;
    const number = Number(value);
    const words = String(value)
      .replace(/ UTC$/, "Z")
      .replace(/^(\d{4}-\d\d-\d\d)[ T]([\d:.]+)$/, "$1T$2Z");
    const at = Number.isFinite(number) ? new Date(number * 1000) : new Date(words);
    return Number.isNaN(at.getTime()) || at.getTime() < 0 || at.getTime() > Date.now() + 86_400_000
      ? null
      : at.toISOString();
  });

const contactShape = z.object({
  id,
  name: text,
  email: text,
  phone_number: text,
  identifier: text,
  created_at: moment,
  labels,
  custom_attributes: attributes,
});

const attachmentShape = z.object({
  file_type: text,
  data_url: text,
  fallback_title: text,
  extension: text,
  coordinates_lat: z.number().nullish().catch(null),
  coordinates_long: z.number().nullish().catch(null),
});

const messageShape = z.object({
  id: z.coerce.number(),
  content: text,
  message_type: z.union([z.number(), z.string()]).catch(2),
  created_at: moment,
  status: text,
  private: z.union([z.boolean(), z.string(), z.number()]).nullish().catch(null),
  content_attributes: attributes,
  sender: z.object({ id: text, name: text, email: text, type: text }).nullish().catch(null),
  sender_id: text,
  sender_name: text,
  sender_type: text,
  attachments: z.array(attachmentShape).nullish().catch(null),
});
type Message = z.output<typeof messageShape>;

const conversationShape = z.object({
  id,
  inbox_id: text,
  status: text,
  labels,
  created_at: moment,
  custom_attributes: attributes,
  team_name: text,
  last_activity_at: z.union([z.number(), z.string()]).nullish().catch(null),
  meta: z
    .object({
      sender: z.unknown().optional(),
      assignee: z.object({ id: text, name: text, email: text }).nullish().catch(null),
      team: z.object({ name: text }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
  contact_id: text,
  assignee_id: text,
  messages: z.array(z.unknown()).nullish().catch(null),
});

const inboxShape = z.object({ id, name: text, channel_type: text });
const agentShape = z.object({ id, name: text, email: text });

/** Attributes are kept as texts: a field of one's own is defined here, or not at all. */
function textsOf(given: Record<string, unknown> | null | undefined): Record<string, string> {
  const kept = Object.entries(given ?? {}).flatMap(([key, value]): [string, string][] => {
    if (value === null || value === undefined || value === "" || typeof value === "object") return [];
    if (key === "" || ["__proto__", "constructor", "prototype"].includes(key)) return [];
    return [
      [
        key.replaceAll("\0", "").toWellFormed().slice(0, 200),
        String(value).replaceAll("\0", "").toWellFormed().slice(0, 2000),
      ],
    ];
  });
  return Object.fromEntries(kept.slice(0, 50));
}

const labelShape = z.object({ title: text });
/** Of all labels of an account so many are asked for. */
const mostLabels = 500;

export function labelsOf(raw: readonly unknown[]): string[] {
  const titles = raw.map((one) => labelShape.safeParse(one).data?.title.trim().slice(0, 50) ?? "");
  return [...new Set(titles.filter(Boolean))].slice(0, mostLabels);
}

/** Their numbers alone. */
export const contactIdsOf = (raw: readonly unknown[]) =>
  raw.flatMap((one) => contactShape.pick({ id: true }).safeParse(one).data?.id ?? []);

const tagsOf = (given: readonly string[] | null | undefined) =>
  (given ?? [])
    .map((tag) => tag.trim().slice(0, 50))
    .filter(Boolean)
    .slice(0, 45);

export function contactOf(raw: unknown): Staged | undefined {
  const parsed = contactShape.safeParse(raw);
  if (!parsed.success) return undefined;
  const { id: sourceId, name, email, phone_number: phone, identifier: externalId, created_at: createdAt } = parsed.data;
  const custom = textsOf(parsed.data.custom_attributes);
  const data: PastContact = {
    kind: "contact",
    name: name.slice(0, 255),
    email,
    phone,
    externalId,
    custom,
    createdAt,
    tags: tagsOf(parsed.data.labels),
  };
  return { sourceId, data };
}

const kinds = ["incoming", "outgoing", "activity", "template"] as const;
const kindOf = ({ message_type: type }: Message) =>
  typeof type === "number" ? kinds[type] : kinds.find((one, index) => type === one || type === String(index));

const states = ["sent", "delivered", "read", "failed"] as const;

function nameOfFile({ data_url: url, extension, fallback_title: title }: z.output<typeof attachmentShape>): string {
  if (title) return title.slice(0, 255);
  try {
    const last = decodeURIComponent(new URL(url).pathname.split("/").at(-1) ?? "");
    return (last || `file${extension ? `.${extension}` : ""}`).toWellFormed().slice(0, 255);
  } catch {
    return "file";
  }
}

/** Who wrote it: a person of the team by their number there, whose address the list of agents knows. */
function authorOf(message: Message, agents: HistoryFound["agents"]): PastLine["author"] {
  const { sender, sender_id: senderId, sender_name: senderName } = message;
  const number = sender?.id || senderId;
  const agent = agents.find((one) => one.id === number);
  return {
    id: number.slice(0, 64),
    name: (sender?.name || senderName || agent?.name || "").slice(0, 255),
    email: sender?.email || agent?.email || "",
  };
}

/** A message as a line; undefined: an activity, or nothing that could be shown. */
function lineOf(raw: unknown, agents: HistoryFound["agents"]): PastLine | undefined {
  const parsed = messageShape.safeParse(raw);
  if (!parsed.success || !Number.isSafeInteger(parsed.data.id)) return undefined;
  const message = parsed.data;
  const kind = kindOf(message);
  if (!kind || kind === "activity" || message.created_at === null) return undefined;
  const given = message.attachments ?? [];
  const files = given.filter(({ data_url: url, file_type: type }) => url !== "" && type !== "location");
  const spot = given.find(({ file_type: type }) => type === "location");
  const place =
    typeof spot?.coordinates_lat === "number" && typeof spot.coordinates_long === "number"
      ? { latitude: spot.coordinates_lat, longitude: spot.coordinates_long, name: spot.fallback_title }
      : null;
  const deleted = message.content_attributes?.deleted === true;
  if (message.content === "" && files.length === 0 && !place && !deleted) return undefined;
  const note = message.private === true || message.private === 1 || /^(true|t|1)$/i.test(String(message.private));
  const author = authorOf(message, agents);
  const bot = kind === "template" || /bot/i.test(message.sender?.type || message.sender_type);
  return {
    id: message.id,
    at: message.created_at,
    author,
    note,
    place,
    deleted,
    by: kind === "incoming" ? "visitor" : bot && !note ? "bot" : "team",
    text: message.content.slice(0, 16_384),
    files: files.map((file) => ({ url: file.data_url.slice(0, 2048), name: nameOfFile(file) })),
    status: states.find((state) => state === message.status) ?? "sent",
  };
}

export function linesOf(raw: readonly unknown[], agents: HistoryFound["agents"]) {
  const found = raw.map((one) => lineOf(one, agents));
  const lines = found.flatMap((line) => line ?? []).toSorted((a, b) => a.id - b.id);
  return { lines, leftOut: found.length - lines.length };
}

/** A conversation and, where it names more than their number, its contact. `whole`: its messages are all there. */
export function conversationOf(raw: unknown, agents: HistoryFound["agents"], whole: boolean): Staged[] {
  const parsed = conversationShape.safeParse(raw);
  if (!parsed.success) return [];
  const { id: sourceId, inbox_id: inbox, status, labels: tags, created_at: createdAt, meta, messages } = parsed.data;
  const contact = contactOf(meta?.sender);
  const assignee = meta?.assignee?.email || agents.find((one) => one.id === parsed.data.assignee_id)?.email || "";
  const last = whole ? undefined : messageShape.safeParse(messages?.at(-1)).data;
  const own = whole ? linesOf(messages ?? [], agents) : { lines: null, leftOut: 0 };
  const data: PastConversation = {
    kind: "conversation",
    inbox,
    status,
    assignee,
    createdAt,
    ...own,
    contact: contact?.sourceId ?? parsed.data.contact_id,
    tags: tagsOf(tags),
    team: (meta?.team?.name || parsed.data.team_name).trim().slice(0, 100),
    custom: textsOf(parsed.data.custom_attributes),
    mark: String(parsed.data.last_activity_at ?? ""),
    lastId: last && Number.isSafeInteger(last.id) ? last.id : 0,
  };
  return [...(contact ? [contact] : []), { sourceId, data }];
}

/** Answers come bare, in `payload`, or in `data.payload`. */
export function listIn(body: unknown, ...names: string[]): unknown[] {
  if (Array.isArray(body)) return body;
  if (typeof body !== "object" || body === null) return [];
  const own = body as Record<string, unknown>;
  for (const name of [...names, "payload", "data"]) {
    const inner = own[name];
    if (inner !== undefined && inner !== null) return listIn(inner, ...names);
  }
  return [];
}

export function lookupsOf(
  inboxes: readonly unknown[],
  agents: readonly unknown[],
): Pick<HistoryFound, "inboxes" | "agents"> {
  return {
    inboxes: inboxes
      .flatMap((one) => {
        const { data } = inboxShape.safeParse(one);
        return data ? [{ id: data.id, name: data.name.slice(0, 255), type: data.channel_type.slice(0, 100) }] : [];
      })
      .slice(0, 500),
    agents: agents
      .flatMap((one) => {
        const { data } = agentShape.safeParse(one);
        return data ? [{ id: data.id, name: data.name.slice(0, 255), email: data.email.slice(0, 254) }] : [];
      })
      .slice(0, 2000),
  };
}
