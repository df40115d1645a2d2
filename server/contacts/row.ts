import type { ContactStatus } from "#server/core/words.ts";
import { raw } from "#server/db/sql.ts";

/** A row of `contacts`, as the database gives it. */
export type ContactRow = {
  companyId: string;
  id: string;
  channelId: string | null;
  conversationId: string | null;
  name: string;
  email: string;
  phone: string;
  internationalPhoneNumber: string;
  externalId: string;
  emailKey: string;
  phoneKeys: string[];
  status: ContactStatus;
  subStatus: string;
  message: string;
  assignedTo: string | null;
  rating: number;
  entryMethod: string;
  utmSource: string;
  utmMedium: string;
  utmCampaign: string;
  gclid: string;
  conversionUrl: string;
  refererTracking: string;
  device: string;
  tags: string[];
  customFields: Record<string, unknown>;
  provisional: boolean;
  createdAt: Date;
  updatedAt: Date;
};

/** What a reader is shown: everything but the keys used for matching. */
export type ShownContact = Omit<ContactRow, "emailKey" | "phoneKeys" | "provisional">;

const shown: readonly (keyof ShownContact)[] = [
  "companyId",
  "id",
  "channelId",
  "conversationId",
  "name",
  "email",
  "phone",
  "internationalPhoneNumber",
  "externalId",
  "status",
  "subStatus",
  "message",
  "assignedTo",
  "rating",
  "entryMethod",
  "utmSource",
  "utmMedium",
  "utmCampaign",
  "gclid",
  "conversionUrl",
  "refererTracking",
  "device",
  "tags",
  "customFields",
  "createdAt",
  "updatedAt",
];

/** Those columns of the contacts row `k`. */
export const shownColumns = raw(shown.map((column) => `k."${column}"`).join(", "));
