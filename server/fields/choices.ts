/** Of a company. */
export const maxFields = 100;

export const fieldEntities = ["contact"] as const;
export type FieldEntity = (typeof fieldEntities)[number];

export const fieldTypes = ["text", "number", "date", "boolean", "list", "url"] as const;
export type FieldType = (typeof fieldTypes)[number];

export const maxOptions = 100;
