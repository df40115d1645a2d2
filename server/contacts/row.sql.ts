// SQL because a list of columns is a piece of statements.
import { raw } from "#server/db/sql.ts";
import type { ShownContact } from "./row.ts";

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
