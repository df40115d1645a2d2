import { isDeepStrictEqual } from "node:util";
import { AppError } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import type { NewEvent } from "#server/core/events/storing.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { emailKey, internationalDigits, phoneKeys } from "./identity/phones.ts";
import { keepBrought } from "./merged/merged.sql.ts";
import type { ContactRow } from "./row.ts";
import { type Column, insertContactRow, type Patch, updateContactRow } from "./saving.sql.ts";
import { eventContact } from "./viewing.ts";

export type ContactContext = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** The columns that follow from phone and email. `international` given wins over what the phone says. */
export function phoneColumns(phone: string, country: string | undefined, international?: string): Patch {
  const digits = international ?? internationalDigits(phone, country);
  return { phone, internationalPhoneNumber: digits, phoneKeys: phoneKeys(phone, country, digits) };
}

export function emailColumns(email: string): Patch {
  return { email, emailKey: emailKey(email) };
}

/** contact/updated reports changes of these (D3); screens alone are notified of any other change. */
const toldFields = ["name", "email", "phone", "rating", "subStatus", "customFields"] as const;

export function eventsOf(before: ContactRow, after: ContactRow, changed: readonly Column[]): NewEvent[] {
  const about = { contactId: after.id, channelId: after.channelId };
  const told = toldFields.filter((field) => changed.includes(field));
  const contact = eventContact(after);
  const events: NewEvent[] = [];
  if (told.length > 0) {
    const changes = Object.fromEntries(
      told.map((field) => [field, { before: before[field], after: after[field] }] as const),
    );
    events.push({ type: "contact/updated", ...about, data: { ...contact, changes } });
  }
  if (changed.includes("status")) {
    const changes = { status: { before: before.status, after: after.status } };
    const data = { ...contact, previousStatus: before.status, changes };
    events.push({ type: "contact/status_changed", ...about, data });
  }
  if (changed.includes("assignedTo")) {
    const changes = { assignedTo: { before: before.assignedTo, after: after.assignedTo } };
    const data = { ...contact, previousAssignedTo: before.assignedTo, changes };
    events.push({ type: "contact/operator_assigned", ...about, data });
  }
  return events.length > 0 ? events : [{ type: "contact/changed", ...about, data: { id: after.id } }];
}

/**
 * Writes the differences to a locked contact and emits the matching events, each once. Without differences it does
 * nothing.
 */
export async function saveContact(context: ContactContext, before: ContactRow, patch: Patch): Promise<ContactRow> {
  const changed = (Object.keys(patch) as Column[]).filter(
    (column) => patch[column] !== undefined && !isDeepStrictEqual(patch[column], before[column]),
  );
  if (changed.length === 0) return before;
  const after = await updateContactRow(before, patch, changed.sort());
  if (!after) throw new AppError("not_found");
  if (changed.includes("phoneKeys")) await keepBrought(after.companyId, [after.id]);
  for (const event of eventsOf(before, after, changed)) context.emit({ ...event, at: after.updatedAt });
  return after;
}

/** Makes a contact and emits contact/created. Columns not given have their defaults. */
export async function insertContact(context: ContactContext, columns: Patch): Promise<ContactRow> {
  const { companyId } = context.actor;
  const times = { createdAt: context.now, updatedAt: context.now };
  const created = await insertContactRow({ ...columns, companyId, id: newId(), ...times });
  if (!created) throw new AppError("internal_error");
  const { id, channelId } = created;
  context.emit({
    type: "contact/created",
    contactId: id,
    channelId,
    at: created.updatedAt,
    data: eventContact(created),
  });
  return created;
}
