import { forbiddenKeys } from "#server/core/words.ts";

/** What a column of a file may mean; besides, `customFields.` with a name of one's own. */
export const importFields = [
  ...(["externalId", "name", "firstName", "lastName", "email", "phone", "status", "subStatus"] as const),
  ...(["assignedTo", "rating", "tags", "note", "message"] as const),
  ...(["utmSource", "utmMedium", "utmCampaign", "gclid", "conversionUrl", "refererTracking", "device"] as const),
] as const;
export type ImportField = (typeof importFields)[number];

export const customPrefix = "customFields.";

/** A key that the API refuses comes in by no file either, whatever its column is called or said to be. */
export const isForbidden = (field: string): boolean =>
  field.startsWith(customPrefix) && forbiddenKeys.has(field.slice(customPrefix.length).trim());

/** By what a row is known to be somebody who is there already, in the order in which it is tried. */
export const importKeys = ["externalId", "email", "phone"] as const;
export type ImportKey = (typeof importKeys)[number];

export const importOutcomes = ["waiting", "created", "updated", "skipped", "failed"] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

export const maxImportRows = 100_000;
export const maxImportBytes = 50 * 1024 * 1024;
export const maxImportColumns = 200;
