import { z } from "zod";
import { type CsvRecord, delimiterOf, recordsOf, withoutHint } from "#server/base/csv.ts";
import { AppError, invalidField } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { humanError } from "#server/base/sentences.ts";
import { userIdsOf } from "#server/channels/outbound/addressing.ts";
import { internationalDigits, phoneKeys } from "#server/contacts/identity/phones.ts";
import { wentTo } from "#server/contacts/merged/merged.sql.ts";
import {
  audienceIds,
  contactsByPhone,
  contactsOfAudience,
  contactsToReach,
  type ReachableContact,
} from "#server/contacts/reaching.sql.ts";
import { type ContactFilters, filterContactsInput } from "#server/contacts/schema.ts";
import type { Actor } from "#server/core/actor.ts";
import { invalidInput } from "#server/core/input.ts";
import type { TemplateRow } from "#server/templates/access.ts";
import { phoneOf, takesUserIds } from "#server/templates/targeting.ts";
import type { CampaignAudience } from "./schema.ts";
import { maxRecipients } from "./schema.ts";

/** A person in a campaign's audience, reachable or not. */
export type Recipient = {
  contact: ReachableContact | null;
  /** Digits with country code, or the platform's id of a person without a number; "" when there is neither. */
  phone: string;
  /** As it was written. */
  written: string;
  name: string;
  /** Row of the CSV as a spreadsheet counts them, and its cells by column. */
  row: number | null;
  columns: Record<string, string>;
};

const pageSize = 500;
const phoneNames = [
  "phone",
  "telefono",
  "telefone",
  "celular",
  "movil",
  "mobile",
  "whatsapp",
  "numero",
  "number",
  "destination",
  "tel",
];
const nameNames = ["name", "nombre", "nome", "full_name", "nombre_completo"];

/** How a column's name is compared: without case, accents and punctuation, in any script; of signs alone, as it is. */
export function columnKey(name: string): string {
  const key = name
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, "_");
  return /[^_]/.test(key) ? key : name.trim();
}

/** What deciding how to reach people depends on: the company's country and the template. */
type Reach = { country: string | undefined; template?: Pick<TemplateRow, "channelId" | "category"> };

/** Their recipients, the platform's ids in place of numbers that are not there. */
async function ofContacts(
  actor: Actor,
  contacts: readonly ReachableContact[],
  { country, template }: Reach,
): Promise<Map<string, Recipient>> {
  const without = contacts.filter((contact) => phoneOf(contact, country) === "").map(({ id }) => id);
  const reachable = template && takesUserIds(template);
  const userIds = reachable ? await userIdsOf(actor, template.channelId, without) : new Map<string, string>();
  return new Map(contacts.map((contact) => [contact.id, ofContact(contact, country, userIds.get(contact.id) ?? "")]));
}

function ofContact(contact: ReachableContact, country: string | undefined, userId: string): Recipient {
  const phone = phoneOf(contact, country) || userId;
  return { contact, phone, written: contact.phone, name: contact.name, row: null, columns: {} };
}

/** What the filters of an audience mean. A name that is no filter is refused where one is made: it would reach everybody. */
export function filtersOf(audience: CampaignAudience, made: "new" | "stored"): ContactFilters {
  const schema = made === "new" ? filterContactsInput.strict() : filterContactsInput;
  const given = audience.type === "filters" ? audience.filters : {};
  const parsed = schema.safeParse(given, { error: humanError });
  if (parsed.success) return parsed.data;
  const within = (issue: z.core.$ZodIssue) => ({ ...issue, path: ["audience", "filters", ...issue.path] });
  throw invalidInput(new z.ZodError(parsed.error.issues.map(within)));
}

async function* filtered(actor: Actor, audience: CampaignAudience, reach: Reach, most: number) {
  const wanted = { filters: filtersOf(audience, "stored"), tags: audience.type === "tags" ? audience.tags : undefined };
  const ids = await audienceIds(actor, wanted, most + 1);
  if (ids.length > most) throw new AppError("limit_reached", { message: `More than ${most} recipients.` });
  for (let from = 0; from < ids.length; from += pageSize) {
    const page = await contactsOfAudience(actor, ids.slice(from, from + pageSize));
    yield [...(await ofContacts(actor, page, reach)).values()];
  }
}

/** Those who were merged into another since they were chosen are that one now. */
async function asTheyAre(actor: Actor, ids: readonly string[]): Promise<Map<string, ReachableContact>> {
  const known = await contactsToReach(actor, ids);
  const went = new Map<string, string>();
  for (const id of ids) {
    const winner = !known.has(id) && isId(id) ? await wentTo(actor, id) : undefined;
    if (winner) went.set(id, winner);
  }
  const winners = await contactsToReach(actor, [...went.values()]);
  for (const [id, winner] of went) {
    const contact = winners.get(winner);
    if (contact) known.set(id, contact);
  }
  return known;
}

async function* chosen(actor: Actor, ids: readonly string[], reach: Reach) {
  const all = [...new Set(ids)];
  for (let from = 0; from < all.length; from += pageSize) {
    const some = all.slice(from, from + pageSize);
    const known = await asTheyAre(actor, some);
    const recipients = await ofContacts(actor, [...known.values()], reach);
    yield some.map((id): Recipient => {
      const nobody = { contact: null, phone: "", written: "", name: "", row: null, columns: { unknown: id } };
      return recipients.get(known.get(id)?.id ?? "") ?? nobody;
    });
  }
}

type Table = { columns: string[]; lines: CsvRecord[] };

async function tableOf(written: string): Promise<Table> {
  const { text, delimiter = delimiterOf(text) } = withoutHint(written);
  const lines: CsvRecord[] = [];
  try {
    for await (const record of recordsOf(text, delimiter)) {
      // One more than may be, and the header.
      if (lines.length < maxRecipients + 2) lines.push(record);
    }
  } catch {
    throw invalidField("audience.text", "The file cannot be read as CSV.", "invalid_csv");
  }
  const [header, ...rest] = lines;
  if (!header || rest.length === 0)
    throw invalidField("audience.text", "The file has no rows under its header.", "empty");
  if (rest.length > maxRecipients) throw invalidField("audience.text", `At most ${maxRecipients} rows.`, "too_many");
  return { columns: header.cells.map(columnKey), lines: rest };
}

/** The names stand in the order in which they are likely: a "number" beside a "phone" is another one. */
function placeOf(columns: readonly string[], names: readonly string[]): number {
  return names.map((name) => columns.indexOf(name)).find((place) => place >= 0) ?? -1;
}

async function* fromCsv(actor: Actor, audience: CampaignAudience & { type: "csv" }, country: string | undefined) {
  const { columns, lines } = await tableOf(audience.text);
  const phoneAt = placeOf(columns, audience.phoneColumn ? [columnKey(audience.phoneColumn)] : phoneNames);
  if (phoneAt < 0)
    throw invalidField(
      "audience.phoneColumn",
      "No column holds the phone numbers: name one of them phone.",
      "required",
    );
  const nameAt = placeOf(columns, nameNames);
  for (let from = 0; from < lines.length; from += pageSize) {
    const some = lines.slice(from, from + pageSize).map(({ row, cells }): Recipient => {
      const written = (cells[phoneAt] ?? "").slice(0, 64);
      const named = columns.map((column, place): [string, string] => [column, (cells[place] ?? "").slice(0, 1024)]);
      const phone = internationalDigits(written, country);
      const name = nameAt < 0 ? "" : (cells[nameAt] ?? "").slice(0, 255);
      return { contact: null, phone, written, name, row, columns: Object.fromEntries(named) };
    });
    const known = await contactsByPhone(
      actor,
      some.map(({ phone }) => phone),
    );
    yield some.map((one) => {
      const contact = known.get(phoneKeys(one.phone)[0] ?? "") ?? null;
      return { ...one, contact, name: one.name || (contact?.name ?? "") };
    });
  }
}

/** Yields all recipients of an audience, a few hundred at a time; refuses one of more than a campaign takes before the first. */
export function recipientsOf(
  actor: Actor,
  audience: CampaignAudience,
  reach: Reach,
  most = maxRecipients,
): AsyncGenerator<Recipient[]> {
  if (audience.type === "csv") return fromCsv(actor, audience, reach.country);
  if (audience.type === "contacts") return chosen(actor, audience.contactIds, reach);
  return filtered(actor, audience, reach, most);
}
