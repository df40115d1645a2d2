import { ownCompany, settingsOf } from "#server/companies/access.ts";
import { readableContacts } from "#server/contacts/access.sql.ts";
import type { ShownContact } from "#server/contacts/row.ts";
import { newestLeads } from "#server/conversations/list/leads.sql.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { viewConversation } from "#server/conversations/viewing.ts";
import { systemActor } from "#server/core/actor.ts";
import { currencyOf } from "#server/core/currencies.ts";
import { maskValue } from "#server/core/masking.ts";
import type { Masked } from "#server/core/permissions.ts";
import type { CustomField } from "#server/db/generated/client.ts";
import { fieldsOf } from "#server/fields/access.ts";
import { writtenCell } from "#server/fields/columns.ts";
import { phasesOf } from "#server/phases/access.ts";
import { namesOf } from "#server/users/listing.sql.ts";
import { type LeadColumn, leadColumns } from "./schema.ts";

type LeadTable = { columns: string[]; rows: string[][] };

type Names = ReadonlyMap<string, string>;
type Around = { phases: Names; people: Names; currency: string };

const named = (found: readonly { id: string; name: string }[]): Names =>
  new Map(found.map(({ id, name }) => [id, name]));

/** What a lead says, by column: of the contact where it is surely theirs (D10), else as the visitor said. */
function valuesOf(
  row: ConversationRow,
  contact: ShownContact | undefined,
  around: Around,
): Record<LeadColumn, unknown> {
  const { id, createdAt, channel, amount, tags, utmSource, utmMedium, utmCampaign, gclid, url, referrer } = row;
  return {
    id,
    createdAt,
    channel,
    amount,
    utmSource,
    utmMedium,
    utmCampaign,
    gclid,
    url,
    referrer,
    name: contact?.name || row.visitorName,
    email: contact?.email || row.visitorEmail,
    phone: contact?.phone || row.visitorPhone,
    status: viewConversation(row).status,
    phase: around.phases.get(row.phaseId),
    currency: amount === null ? "" : around.currency,
    assignedTo: row.assignedTo ? around.people.get(row.assignedTo) : "",
    tags: tags.join(","),
  };
}

function customOf(fields: readonly CustomField[], row: ConversationRow, contact: ShownContact | undefined): unknown[] {
  return fields.map(({ entity, key }) => {
    const own = (entity === "contact" ? contact?.customFields : row.customFields) ?? {};
    return Object.hasOwn(own, key) ? own[key] : undefined;
  });
}

/** The newest leads of a company. Names of columns are the same for as long as its custom fields are. */
export async function leadTable(companyId: string, limit: number, masks: readonly Masked[]): Promise<LeadTable> {
  const actor = systemActor(companyId);
  const found = await newestLeads(actor, limit);
  const sure = found.flatMap(({ contactId, contactLink }) =>
    contactId && contactLink !== "claimed" ? [contactId] : [],
  );
  const contacts = new Map((await readableContacts(actor, [...new Set(sure)])).map((one) => [one.id, one]));
  const fields = await fieldsOf(actor, "all");
  const personal = fields.filter(({ personalData }) => personalData).map(({ key }) => `field:${key}` as const);
  const hidden = masks.length > 0 ? [...masks, ...personal] : masks;
  const around: Around = {
    phases: named(await phasesOf(actor)),
    people: named(await namesOf(companyId)),
    currency: currencyOf(settingsOf((await ownCompany(actor)).settings)),
  };
  const rows = found.map((row) => {
    const contact = row.contactId && row.contactLink !== "claimed" ? contacts.get(row.contactId) : undefined;
    const shown = maskValue(row, hidden);
    const person = maskValue(contact, hidden);
    const values = valuesOf(shown, person, around);
    return [...leadColumns.map((column) => values[column]), ...customOf(fields, shown, person)].map(writtenCell);
  });
  const columns = [...leadColumns, ...fields.map(({ entity, key }) => `${entity}.${key}`)].map(writtenCell);
  return { columns, rows };
}
