import type { ContactFilter } from "./contact-address.ts";

export const filterFields = [
  "status",
  "assignedTo",
  "websiteId",
  "entryMethod",
  "tags",
  "conversationTags",
  "rating",
  "customFields",
  "created",
  "updated",
  "subStatus",
  "name",
  "email",
  "phone",
] as const;
export type FilterField = (typeof filterFields)[number];

export const rangeParts = {
  created: ["dateFrom", "dateTo"],
  updated: ["lastUpdateDateFrom", "lastUpdateDateTo"],
} as const;

export type RangeField = keyof typeof rangeParts;
export type TextField = "subStatus" | "name" | "email" | "phone";
export type ChoiceField = Exclude<FilterField, RangeField | TextField | "customFields">;

export function isRange(field: FilterField): field is RangeField {
  return field === "created" || field === "updated";
}

export function isText(field: FilterField): field is TextField {
  return field === "subStatus" || field === "name" || field === "email" || field === "phone";
}

/** What can be typed too: not every tag is among those of the settings. */
export function isTag(field: FilterField): field is "tags" | "conversationTags" {
  return field === "tags" || field === "conversationTags";
}

/** Whether the filter restricts a field. */
export function isSet(filter: ContactFilter, field: FilterField): boolean {
  if (isRange(field)) return rangeParts[field].some((part) => filter[part] !== "");
  return filter[field].length > 0;
}

/** The filter without its restriction of one field. */
export function without(filter: ContactFilter, field: FilterField): ContactFilter {
  if (isRange(field)) return { ...filter, ...Object.fromEntries(rangeParts[field].map((part) => [part, ""])) };
  return { ...filter, [field]: isText(field) ? "" : [] };
}

/** The filter with its search only. */
export function withoutFilters(filter: ContactFilter): ContactFilter {
  return filterFields.reduce(without, filter);
}

/** Chooses a value, or lets it go when it is chosen already. */
export function toggled(filter: ContactFilter, field: ChoiceField, value: string): ContactFilter {
  const chosen: readonly string[] = filter[field];
  const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
  return { ...filter, [field]: next };
}
