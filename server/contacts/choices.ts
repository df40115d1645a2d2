/** Entry methods the service itself writes; others are accepted. */
export const knownEntryMethods = [
  "WEB",
  "WHATSAPP",
  "FACEBOOK",
  "INSTAGRAM",
  "API",
  "FORM",
  "FB_LEADADS",
  "ZAPIER",
  "CHATBOT",
  "MANUAL",
  "IMPORT",
] as const;

export const orderFields = [
  "_id",
  "creationDate",
  "createdAt",
  "lastUpdate",
  "updatedAt",
  "name",
  "email",
  "status",
  "rating",
] as const;
export type OrderField = (typeof orderFields)[number];

/** Why two contacts are likely to be one person. */
export const duplicateReasons = ["email", "phone", "platform", "name"] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

/** Before the key of a custom field in `orderBy`. */
export const customPrefix = "customFields.";
