import { contactsByKeys, insertMany, lockManyKeys } from "#server/contacts/identity/many.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import type { HistoryImport } from "#server/db/generated/client.ts";
import { customPrefix } from "../choices.ts";
import { Drafts } from "../drafting.ts";
import { type Parsed, parseRow, type Setting, unfitFault } from "../parsing.ts";
import type { FileRow } from "../reading.ts";
import type { RowFault } from "../schema.ts";
import { keysOf, settingOf } from "../working.ts";
import { channelOf, systemOf } from "./access.ts";
import { type Item, type Link, linksOf, type Marked, saveLinks } from "./items.sql.ts";
import type { PastContact } from "./schema.ts";

const options = { matchBy: ["externalId", "email", "phone"], existing: "skip", tags: [], events: false } as const;
const plainFields = ["name", "email", "phone", "externalId", "tags"] as const;

const cellOf = (contact: PastContact, field: string): string => {
  if (field === "tags") return contact.tags.map((tag) => tag.replace(/[,;|]/g, " ")).join("|");
  if (field.startsWith(customPrefix)) return contact.custom[field.slice(customPrefix.length)] ?? "";
  return contact[field as "name" | "email" | "phone" | "externalId"];
};

const faultsOf = ({ faults, unfit }: Parsed) => [...faults, ...unfit.map(unfitFault)];

/** What is wrong with one value leaves that value out; the person comes all the same. */
function parsedWithout(row: FileRow, setting: Setting): { parsed: Parsed; leftOut: RowFault[] } {
  const first = parseRow(row, setting);
  const leftOut: RowFault[] = [];
  let parsed = first;
  let faults = faultsOf(first);
  // A value may be found wrong only when another one is gone.
  for (let tries = 0; tries < plainFields.length && faults.length > 0; tries += 1) {
    leftOut.push(...faults);
    const wrong = new Set(faults.map(({ field }) => field.replace(/\.\d+$/, "")));
    const cells = parsed.row.cells.map((cell, index) => (wrong.has(setting.fields[index] ?? "") ? "" : cell));
    parsed = parseRow({ ...row, cells }, setting);
    faults = faultsOf(parsed);
  }
  return faults.length === 0 ? { parsed, leftOut } : { parsed: first, leftOut: [] };
}

const none = { messages: 0, notes: 0, leftOut: 0 };

/** Contacts of the other system: those who are here stay as they are, the others are created with their own times. */
export async function writePeople(actor: Actor, found: HistoryImport, items: readonly Item[], now: Date) {
  const place = { companyId: actor.companyId, system: systemOf(found), kind: "contact" } as const;
  const known = new Map(
    (
      await linksOf(
        place,
        items.map(({ sourceId }) => sourceId),
      )
    ).map((one) => [one.sourceId, one]),
  );
  const fresh = items.flatMap((item) =>
    !known.has(item.sourceId) && item.data?.kind === "contact" ? [{ ...item, data: item.data }] : [],
  );
  const fields = [
    ...plainFields,
    ...new Set(fresh.flatMap(({ data }) => Object.keys(data.custom).map((key) => `${customPrefix}${key}`))),
  ];
  const chosen = { ...options, matchBy: [...options.matchBy], tags: [], websiteId: channelOf(found, "") };
  const setting = await settingOf(actor, fields, chosen);
  const read = fresh.map(({ position, data }) =>
    parsedWithout({ position, cells: fields.map((field) => cellOf(data, field)) }, setting),
  );
  const keys = keysOf(read.map(({ parsed }) => parsed));
  await lockManyKeys(actor, keys);
  const drafts = new Drafts(chosen, { companyId: actor.companyId, channelId: chosen.websiteId, now });
  drafts.know(await contactsByKeys(actor, keys, true));
  const links: Link[] = [];
  const marked: Marked[] = items
    .filter(({ sourceId, data }) => known.has(sourceId) || data?.kind !== "contact")
    .map(({ position, sourceId }) => {
      return { position, outcome: "skipped", ownId: known.get(sourceId)?.ownId ?? null, ...none, faults: [] };
    });
  for (const [index, { parsed, leftOut }] of read.entries()) {
    const item = fresh[index];
    const { outcome, draft, faults, position } = drafts.add(parsed);
    if (draft && outcome === "created" && item?.data.createdAt) draft.after.createdAt = new Date(item.data.createdAt);
    const ownId = draft?.after.id ?? null;
    if (ownId && item) links.push({ sourceId: item.sourceId, ownId, upTo: 0, mark: "" });
    marked.push({ position, outcome, ownId, ...none, faults: [...faults, ...leftOut] });
  }
  await insertMany([...drafts.changed].map(({ after }) => after));
  await saveLinks(place, links);
  return marked;
}
