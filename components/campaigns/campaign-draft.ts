import { type ContactFilter, noFilter, queryOf, startAddress } from "#components/contacts/table/contact-address.ts";
import { sendRates } from "#server/campaigns/choices.ts";
import type { CampaignAudience, Source } from "#server/campaigns/schema.ts";

export type AudienceKind = "filters" | "tags" | "csv" | "contacts";

/** A campaign as it is being put together. */
export type CampaignDraft = {
  name: string;
  channelId: string;
  /** "" until one is chosen. */
  templateId: string;
  audience: AudienceKind;
  filter: ContactFilter;
  tags: readonly string[];
  csv: { name: string; text: string };
  /** Chosen one by one, as a copied campaign may bring them. */
  contactIds: readonly string[];
  variables: Readonly<Record<string, Source>>;
  mediaLink: string;
  when: "now" | "later";
  /** By the clock of the company: 2027-06-01T10:00. */
  at: string;
  sendRate: number;
};

export const emptyCampaign: CampaignDraft = {
  name: "",
  channelId: "",
  templateId: "",
  audience: "filters",
  filter: noFilter,
  tags: [],
  csv: { name: "", text: "" },
  contactIds: [],
  variables: {},
  mediaLink: "",
  when: "now",
  at: "",
  sendRate: sendRates.usual,
};

const notFilters = ["orderBy", "order", "page", "limit"];

/** The filters of the contact list in the words of the API. Lists stay lists: a tag may hold a comma. */
export function filtersOf(filter: ContactFilter): Record<string, string | string[]> {
  const query = Object.entries(queryOf({ ...startAddress, filter }));
  return Object.fromEntries(
    query.flatMap(([name, value]) =>
      notFilters.includes(name) ? [] : [[name, Array.isArray(value) ? value : String(value)]],
    ),
  );
}

/** Undefined while no one is chosen. */
export function audienceOf(draft: CampaignDraft): CampaignAudience | undefined {
  if (draft.audience === "filters") return { type: "filters", filters: filtersOf(draft.filter) };
  if (draft.audience === "tags") return draft.tags.length > 0 ? { type: "tags", tags: [...draft.tags] } : undefined;
  if (draft.audience === "contacts") return { type: "contacts", contactIds: [...draft.contactIds] };
  return draft.csv.text.trim() === "" ? undefined : { type: "csv", text: draft.csv.text };
}

/** As spreadsheets write it: UTF-16 with its mark, UTF-8, else the western encoding of old ones. */
export async function csvText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
  if (mark === 0xfffe || mark === 0xfeff)
    return new TextDecoder(mark === 0xfffe ? "utf-16le" : "utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const separators = [",", ";", "\t", "|"] as const;
/** No header is longer. */
const headSize = 65_536;

/** The header row of a file, as its columns are named; separators and quotes as the service knows them. */
export function csvColumns(text: string): string[] {
  const [hint = "", said] = /^\ufeff?"?sep=([,;\t|])"?[ ]*(?:\r\n|\n|\r)/i.exec(text) ?? [];
  const head = text
    .slice(hint.length, headSize)
    .replace(/^\ufeff/, "")
    .trimStart();
  const [bare = ""] = head.replace(/"[^"]*"/g, "").split(/\r?\n|\r/, 1);
  const [usual] = [...separators].sort((a, b) => bare.split(b).length - bare.split(a).length);
  const sign = said ?? usual ?? ",";
  const cell = new RegExp(`[ ]*(?:"((?:[^"]|"")*)"[ ]*|([^${sign}\\r\\n]*))([${sign}]?)`, "y");
  const names: string[] = [];
  for (let found = cell.exec(head); found; found = cell.exec(head)) {
    const [, quoted, plain = "", next] = found;
    names.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (next === "") break;
  }
  return [...new Set(names.filter(Boolean))];
}

type Slot = { key: string; example: string };

/** A column that another file, or another audience, does not have: everyone would get the fallback. */
const lacksColumn = ({ audience, csv }: CampaignDraft, { from, value }: Source) =>
  from === "column" && !(audience === "csv" && csvColumns(csv.text).includes(value));

/** The default content of each variable: the contact's name for the first one, their field for named ones. */
export function sourceOf(draft: CampaignDraft, { key }: Slot): Source {
  const given = draft.variables[key];
  if (given && !lacksColumn(draft, given)) return given;
  if (key === "1" || key === "name") return { from: "contact", value: "name", fallback: "" };
  if (/^\d+$|^header$|^button_/.test(key)) return { from: "text", value: "", fallback: "" };
  return { from: "contact", value: key, fallback: "" };
}

/** What the operations take. */
export function contentOf(draft: CampaignDraft, slots: readonly Slot[]) {
  const link = draft.mediaLink.trim();
  return {
    channelId: draft.channelId,
    templateId: draft.templateId,
    variables: Object.fromEntries(slots.map((slot) => [slot.key, sourceOf(draft, slot)])),
    ...(link === "" ? {} : { media: { link } }),
  };
}

export type Gap = "name" | "template" | "audience" | "at" | "media" | "text";

/** A fixed text that is still empty: no one could get the message. */
export const lacksText = ({ from, value }: Source) => from === "text" && value.trim() === "";

/** What is still missing before it can be counted or sent. */
export function gapsOf(draft: CampaignDraft, needsFile: boolean, slots: readonly Slot[]): Gap[] {
  const gaps: Gap[] = [];
  if (draft.name.trim() === "") gaps.push("name");
  if (draft.templateId === "") gaps.push("template");
  if (!audienceOf(draft)) gaps.push("audience");
  if (draft.when === "later" && draft.at === "") gaps.push("at");
  if (needsFile && !/^https?:\/\/\S+$/.test(draft.mediaLink.trim())) gaps.push("media");
  if (slots.some((slot) => lacksText(sourceOf(draft, slot)))) gaps.push("text");
  return gaps;
}
