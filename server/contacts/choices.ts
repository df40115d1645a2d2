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
