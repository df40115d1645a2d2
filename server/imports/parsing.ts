import { z } from "zod";
import { humanError } from "#server/base/sentences.ts";
import { fitsCustomFields } from "#server/contacts/editing.ts";
import { tagsInCell } from "#server/contacts/list/tag-cells.ts";
import type { ContactRow } from "#server/contacts/row.ts";
import { emailColumns, phoneColumns } from "#server/contacts/saving.ts";
import { createContactInput, maxCustomBytes, maxCustomFields } from "#server/contacts/schema.ts";
import { newTagField } from "#server/core/fields.ts";
import { invalidInput } from "#server/core/input.ts";
import { type Defined, type Misfit, readValues } from "#server/fields/values.ts";
import { customPrefix } from "./choices.ts";
import type { FileRow } from "./reading.ts";
import type { ImportOptions, RowFault } from "./schema.ts";

/** What a row says of a person: only filled cells. */
export type Said = {
  columns: Partial<ContactRow>;
  custom: Record<string, unknown>;
  tags: string[];
  note: string | undefined;
};

/** `unfit`: what does not fit a defined field; it stays where the contact has just this. */
export type Parsed = { row: FileRow; said: Said; faults: RowFault[]; unfit: Misfit[] };

const { name, email, phone, externalId, status, subStatus, rating, message, note } = createContactInput.shape;
const { utmSource, utmMedium, utmCampaign, gclid, conversionUrl, refererTracking, device } = createContactInput.shape;

const rowSchema = z.object({
  name: name.optional(),
  email,
  phone,
  externalId,
  status,
  subStatus,
  message,
  note,
  utmSource,
  utmMedium,
  utmCampaign,
  gclid,
  conversionUrl,
  refererTracking,
  device,
  rating: z.preprocess((value) => (typeof value === "string" && /^\d$/.test(value) ? Number(value) : value), rating),
  tags: z.array(newTagField).max(50).optional(),
});

/** Fewer digits than this are no phone number. */
const leastDigits = 5;
/** 5.49112E+12: digits are lost, and all that were shortened alike would be one person. */
const shortened = /^\+?\d+([.,]\d+)?E\+?\d+$/i;

export type Setting = {
  fields: readonly (string | null)[];
  options: ImportOptions;
  country: string | undefined;
  /** Ids of people by id, email and name. */
  people: ReadonlyMap<string, readonly string[]>;
  /** Custom fields that the company has defined. */
  defined: readonly Defined[];
};

function cellsByField({ cells }: FileRow, fields: Setting["fields"]) {
  const plain: Record<string, string> = {};
  const custom: Record<string, unknown> = {};
  for (const [index, field] of fields.entries()) {
    const cell = (cells[index] ?? "").trim();
    if (!field || cell === "") continue;
    if (field.startsWith(customPrefix)) custom[field.slice(customPrefix.length)] = cell;
    else plain[field] = cell;
  }
  return { plain, custom };
}

export const unfitFault = ({ key, message }: Misfit) => fault(`${customPrefix}${key}`, "invalid_value", message);

const fault = (field: string, code: string, text: string): RowFault => ({ field, code, message: text });

function phoneFault(given: string): RowFault[] {
  if (given === "") return [];
  if (shortened.test(given)) {
    const message = "A spreadsheet has shortened this number: format the column as text there, and save it again.";
    return [fault("phone", "shortened_number", message)];
  }
  const digits = given.replace(/\D/g, "").length;
  return digits < leastDigits ? [fault("phone", "invalid_phone", "Not a phone number.")] : [];
}

function assigneeFault(called: number): RowFault {
  return called > 1
    ? fault("assignedTo", "ambiguous_reference", "Several of the team are called that: name one by email.")
    : fault("assignedTo", "unknown_reference", "Nobody of the team is called that.");
}

/** `called`: how many of the team are called like the assignee. */
function faultsOf(said: Said, plain: Record<string, string>, called: number): RowFault[] {
  const { columns, custom } = said;
  const nobody = !columns.name && !columns.email && !columns.phone && !columns.externalId;
  return [
    ...phoneFault(plain.phone ?? ""),
    ...(nobody ? [fault("", "required", "The row names nobody: no name, email, phone or external id.")] : []),
    ...(plain.assignedTo && !columns.assignedTo ? [assigneeFault(called)] : []),
    ...(fitsCustomFields(custom)
      ? []
      : [fault("customFields", "too_big", `At most ${maxCustomFields} keys and ${maxCustomBytes} bytes.`)]),
  ];
}

/** A row as what it says, with everything that is wrong with it. */
export function parseRow(row: FileRow, { fields, options, country, people, defined }: Setting): Parsed {
  const { plain, custom } = cellsByField(row, fields);
  const { values, misfits } = readValues(defined, custom);
  const { firstName, lastName, assignedTo, tags = "", ...rest } = plain;
  const full = rest.name ?? [firstName, lastName].filter(Boolean).join(" ");
  const wanted = [...tagsInCell(tags), ...options.tags];
  const parsed = rowSchema.safeParse({ ...rest, ...(full ? { name: full } : {}), tags: wanted }, { error: humanError });
  const called = people.get((assignedTo ?? "").toLowerCase()) ?? [];
  const assignee = called.length === 1 ? called[0] : undefined;
  const { tags: taken = [], note: noted, email: address, phone: number, ...columns } = parsed.data ?? {};
  const known = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined && value !== ""));
  const said: Said = {
    columns: {
      ...known,
      ...(address ? emailColumns(address) : {}),
      ...(number ? phoneColumns(number, country) : {}),
      ...(assignee ? { assignedTo: assignee } : {}),
    },
    custom: { ...values },
    tags: taken,
    note: noted || undefined,
  };
  if (parsed.success) return { row, said, faults: faultsOf(said, plain, called.length), unfit: misfits };
  const details = invalidInput(parsed.error).details ?? [];
  const faults = details.map(({ field, code, message: text }) => fault(field, code, text));
  return { row, said, faults, unfit: misfits };
}
