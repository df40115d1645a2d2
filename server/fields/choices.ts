/** Of a company. */
export const maxFields = 100;

export const fieldEntities = ["contact"] as const;
export type FieldEntity = (typeof fieldEntities)[number];

export const fieldTypes = ["text", "number", "date", "boolean", "list", "url"] as const;
export type FieldType = (typeof fieldTypes)[number];

export const maxOptions = 100;

/** YYYY-MM-DD, and such a day exists. */
export const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
