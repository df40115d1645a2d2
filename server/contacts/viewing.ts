import type { z } from "zod";
import type { EventContact } from "#server/core/events/public-data.ts";
import type { EventData } from "#server/core/events/table.ts";
import type { ContactRow, ShownContact } from "./row.ts";
import type { contactSchema } from "./schema.ts";

/** The Contact resource of the API and the screens. */
export function viewContact(row: ShownContact): z.input<typeof contactSchema> {
  return { ...row, channelId: row.channelId ?? "", conversationId: row.conversationId ?? "" };
}

/** P of decisions.md K10: a contact inside an event's data. */
export function eventContact(row: ContactRow): EventContact {
  return {
    id: row.id,
    companyId: row.companyId,
    websiteId: row.channelId ?? "",
    conversationId: row.conversationId ?? "",
    name: row.name,
    email: row.email,
    phone: row.phone,
    internationalPhoneNumber: row.internationalPhoneNumber,
    status: row.status,
    subStatus: row.subStatus,
    assignedTo: row.assignedTo,
    entryMethod: row.entryMethod,
    rating: row.rating,
    tags: row.tags,
    customFields: row.customFields,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** What an event says of a contact that was deleted. */
export function eventDeletedContact(row: ContactRow, at: Date): EventData<"contact/deleted"> {
  const { id, companyId, channelId, name, email, phone } = row;
  return { id, companyId, websiteId: channelId ?? "", name, email, phone, deletedAt: at.toISOString() };
}
