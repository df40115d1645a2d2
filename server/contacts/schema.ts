import { z } from "zod";
import {
  commaList,
  dateIn,
  dateOut,
  emailField,
  idField,
  ifMatchField,
  newTagField,
  tagField,
} from "#server/core/fields.ts";
import { cursorInput, pageInput, paginationSchema } from "#server/core/page-fields.ts";
import { contactStatuses } from "#server/core/words.ts";
import { customList } from "#server/fields/schema.ts";
import { viewParameter } from "#server/views/schema.ts";
import { contactOrder } from "./list/schema.ts";

const maxRating = 5;
export const maxTags = 50;
export const maxCustomFields = 50;
export const maxCustomBytes = 16 * 1024;

export const contactSchema = z
  .object({
    id: idField,
    name: z.string(),
    email: z.string(),
    phone: z.string().meta({ description: "As it was given." }),
    internationalPhoneNumber: z.string().meta({ description: "Digits with country code; empty when unknown." }),
    externalId: z.string().meta({ description: "Your own id of the person; empty when there is none." }),
    channelId: z.string().meta({ description: "Channel where the contact originated." }),
    companyId: z.string(),
    conversationId: z.string().meta({ description: "Conversation that last created or linked it; empty when none." }),
    status: z.enum(contactStatuses),
    subStatus: z.string(),
    message: z.string().meta({ description: "Last message from the contact." }),
    assignedTo: z.string().nullable().meta({ description: "User id; null when nobody holds it." }),
    rating: z.int().meta({ description: "1 to 5 stars, 0: unrated." }),
    entryMethod: z.string(),
    utmSource: z.string(),
    utmMedium: z.string(),
    utmCampaign: z.string(),
    gclid: z.string().meta({ description: "Ad-click identifier; its presence means paid traffic." }),
    conversionUrl: z.string().meta({ description: "Page where the lead was generated." }),
    refererTracking: z.string(),
    device: z.string(),
    tags: z.array(z.string()),
    customFields: z.record(z.string(), z.unknown()),
    createdAt: dateOut,
    updatedAt: dateOut,
  })
  .meta({ id: "Contact", description: "A person (lead) who reached the company through any channel." });

export type Contact = z.infer<typeof contactSchema>;

export const createdContactSchema = contactSchema
  .extend({
    duplicatedContact: z
      .literal(true)
      .optional()
      .meta({ description: "Present when email or phone is that of another contact." }),
  })
  .meta({ id: "CreatedContact" });

export const contactPage = z
  .object({ pagination: paginationSchema, data: z.array(contactSchema) })
  .meta({ id: "ContactSearchResponse" });

const externalIdField = z.string().trim().max(255).optional();
const partial = z.string().trim().max(200).optional();
const upperList = commaList.transform((values) => values.map((value) => value.toUpperCase()));

/** A list whose items are all among `known`; one that is not makes the whole parameter invalid. */
function listAmong<const T extends string>(known: readonly T[]) {
  return commaList
    .transform((values, context): T[] => {
      const items = values.map((value) => known.find((one) => one === value.toLowerCase()));
      const found = items.filter((item) => item !== undefined);
      if (found.length === values.length) return found;
      context.addIssue({ code: "custom", message: `Only ${known.join(", ")}.`, params: { code: "invalid_value" } });
      return z.NEVER;
    })
    .meta({ type: "array", items: { type: "string", enum: known } });
}

const ratingList = listAmong(["0", "1", "2", "3", "4", "5"])
  .transform((values) => values.map(Number))
  .meta({ type: "array", items: { type: "string", enum: ["0", "1", "2", "3", "4", "5"] } });

/** The filters of the contact list (service.md section 4, decisions.md D9). */
export const contactFilters = {
  search: partial.meta({
    description:
      "In name, email and phone, ignoring case and accents, and names alike; under 3 characters: beginnings.",
  }),
  email: partial.meta({ description: "Part of the email address, ignoring case." }),
  name: partial.meta({ description: "Part of the name, ignoring case." }),
  phone: partial.meta({ description: "Part of the phone number." }),
  exactEmail: partial.meta({ description: "The whole email address, ignoring case: finds it at once." }),
  exactPhone: partial.meta({ description: "The whole phone number, with its country code; compared by its digits." }),
  externalId: externalIdField.meta({ description: "Your own id of the person, as it was given: finds it at once." }),
  status: listAmong(contactStatuses)
    .optional()
    .meta({ description: "new, active, client or long_term; several comma-separated." }),
  subStatus: z.string().trim().max(64).optional(),
  websiteId: commaList.optional().meta({ description: "Comma-separated channel ids." }),
  assignedTo: commaList.optional().meta({ description: "Comma-separated user ids, and UNASSIGNED." }),
  entryMethod: upperList.optional().meta({ description: "Comma-separated entry methods, e.g. WEB,WHATSAPP." }),
  tags: commaList.optional().meta({ description: "Comma-separated; any of them, on the contact itself." }),
  conversationTags: commaList.optional().meta({ description: "Comma-separated; any of them, on its conversations." }),
  rating: ratingList.optional().meta({ description: "Comma-separated ratings, 0 to 5." }),
  customFields: customList.optional().meta({
    description:
      "Comma-separated conditions on defined custom fields, each a key, then =, >= or <=, then a value: plan=Pro,seats>=3. Several values of one field are alternatives; all else must hold together. Nothing after = finds those without a value. A comma in a value is written %2C, which is %252C in an address.",
  }),
  dateFrom: dateIn.optional().meta({ description: "Created at or after." }),
  dateTo: dateIn.optional().meta({ description: "Created at or before." }),
  lastUpdateDateFrom: dateIn.optional().meta({ description: "Last changed at or after." }),
  lastUpdateDateTo: dateIn.optional().meta({ description: "Last changed at or before." }),
  updatedSince: dateIn.optional().meta({
    description:
      "Changed at or after this time. To keep a copy: read with the latest updatedAt you have seen, in ascending order of updatedAt, following nextCursor; what is committed late is never missed.",
  }),
};

export const listContactsInput = z.object({
  ...contactFilters,
  view: viewParameter,
  ...contactOrder,
  ...pageInput,
  ...cursorInput,
});
export const filterContactsInput = z.object(contactFilters);
export const exportContactsInput = filterContactsInput.extend({
  view: viewParameter,
  format: z.enum(["csv", "json"]).default("csv"),
});
/** `columns`: the custom fields of the first piece, which all of its pieces have. */
export const exportPieceInput = filterContactsInput.extend({
  view: viewParameter,
  after: z.uuid().optional(),
  columns: z.array(z.string().max(1000)).max(101).optional(),
});
export const exportedPieceSchema = z.object({
  csv: z.string(),
  rows: z.int(),
  columns: z.array(z.string()),
  next: z.string().nullable(),
});
/** `settledUntil`: how far a list by updatedSince reaches (server/db/settled.ts). `within`: more filters that hold too. */
export type ContactFilters = z.infer<typeof filterContactsInput> & { settledUntil?: Date; within?: ContactFilters };

export const contactIdInput = z.object({ contactId: z.string() });
export const deleteContactInput = contactIdInput.extend({ ifMatch: ifMatchField });

const statusField = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.enum(contactStatuses))
  .meta({
    description: "new, active, client or long_term; upper case is accepted.",
    enum: [...contactStatuses, ...contactStatuses.map((status) => status.toUpperCase())],
  });

const internationalField = z
  .string()
  .max(32)
  .transform((text) => text.replace(/[\s()+.\-/]/g, ""))
  .pipe(z.string().regex(/^(\d{5,20})?$/, { message: "Digits with the country code." }))
  .meta({ description: "Digits with country code. Derived from phone unless given." });

const short = z.string().trim().max(255);
const attribution = {
  utmSource: short.optional(),
  utmMedium: short.optional(),
  utmCampaign: short.optional(),
  gclid: short.optional(),
  conversionUrl: z.string().trim().max(2048).optional(),
  refererTracking: z.string().trim().max(2048).optional(),
  device: short.optional(),
};

const nameField = z.string().trim().min(1).max(255).meta({ description: "1 to 255 characters." });

const writable = {
  email: z.union([z.literal(""), emailField]).optional(),
  phone: z.string().trim().max(32).optional().meta({ description: "Kept as given, at most 32 characters." }),
  internationalPhoneNumber: internationalField.optional(),
  externalId: externalIdField.meta({ description: 'Your own id of the person, unique among contacts; "": none.' }),
  status: statusField.optional(),
  subStatus: z.string().trim().max(64).optional(),
  message: z.string().max(4096).optional(),
  assignedTo: z
    .string()
    .max(64)
    .nullable()
    .optional()
    .meta({ description: 'User id; "", null or UNASSIGNED: nobody.' }),
  rating: z.int().min(0).max(maxRating).optional(),
  customFields: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: "At most 50 keys and 16 KB. Merged key by key; null removes a key." }),
  ...attribution,
};

export const createContactInput = z.object({
  websiteId: z.string().min(1).max(64).meta({ description: "Channel where the contact originates." }),
  name: nameField,
  ...writable,
  entryMethod: z
    .string()
    .regex(/^[A-Z0-9_]{1,40}$/, { message: "Upper-case letters, digits and underscores, at most 40." })
    .default("API"),
  note: z.string().trim().max(5000).optional().meta({ description: "Becomes the first note." }),
});

const renamedField = z.string().trim().max(255).meta({ description: 'At most 255 characters; "" where it has none.' });
export const updateContactInput = z.object({
  ...deleteContactInput.shape,
  name: renamedField.optional(),
  ...writable,
});
export type ContactChanges = Omit<z.infer<typeof updateContactInput>, "contactId" | "ifMatch">;

export const tagContactInput = z.object({ contactId: z.string(), tag: newTagField });
export const untagContactInput = z.object({ contactId: z.string(), tag: tagField });

export const deletedContactSchema = z.object({ id: z.string(), deleted: z.literal(true) });

export const bulkDeleteInput = z.object({
  contacts: z.array(z.string().max(64)).min(1).max(100).meta({ description: "1 to 100 contact ids." }),
});

export const bulkDeleteOutput = z
  .object({
    results: z.array(
      z.object({
        id: z.string(),
        status: z
          .union([z.literal(200), z.literal(404), z.literal(409)])
          .meta({ description: "409: it is under a legal hold and stays." }),
        success: z.boolean(),
        error: z.object({ error: z.string(), message: z.string() }).nullable(),
      }),
    ),
    deleted: z.int(),
    failed: z.int(),
  })
  .meta({ id: "BulkDeleteResult", description: "One result per id, in the order given." });

export type BulkDeleteResult = z.infer<typeof bulkDeleteOutput>;

const historyTypes = [
  "note",
  "created",
  "updated",
  "status_changed",
  "operator_assigned",
  "tag_added",
  "conversation_linked",
  "merged",
] as const;
export type HistoryType = (typeof historyTypes)[number];

const historyValue = z.union([z.string(), z.number(), z.null()]);

export const historyEntrySchema = z
  .object({
    id: z.string(),
    type: z.enum(historyTypes),
    createdAt: dateOut,
    author: z.object({ id: z.string(), name: z.string(), type: z.string() }).nullable(),
    text: z.string().meta({ description: "A note's text, the name of the changed field, the tag, or a name." }),
    from: historyValue,
    to: historyValue,
  })
  .meta({ id: "HistoryEntry", description: "Something that happened to a contact." });

export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** What a bot, form or channel has learnt about the visitor of a conversation (decisions.md D10). */
export const captureContactInput = z.object({
  conversationId: z.string(),
  name: z.string().trim().max(255).default(""),
  email: z.string().trim().max(254).default(""),
  phone: z.string().trim().max(32).default(""),
  entryMethod: z.string().max(40).optional().meta({ description: "The conversation's channel unless given." }),
  customFields: z
    .record(z.string(), z.unknown())
    .default({})
    .meta({ description: "What else was answered. Left out as a whole where it does not fit." }),
});

export const capturedContactSchema = z.object({
  contactId: z.string().nullable().meta({ description: "Null while nothing is known." }),
  created: z.boolean(),
  linked: z.boolean().meta({ description: "The conversation now belongs to another contact than before." }),
});
