import type { Contact } from "#server/db/generated/client.ts";

/** A row of `contacts`, without what only campaigns ask. */
export type ContactRow = Omit<Contact, "optedOutAt">;

/** What a reader is shown: everything but the keys used for matching. */
export type ShownContact = Omit<ContactRow, "emailKey" | "phoneKeys" | "provisional">;
