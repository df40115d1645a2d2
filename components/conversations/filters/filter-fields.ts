import type { ListFilter } from "../inbox/inbox-address.ts";

export const filterFields = [
  "status",
  "channel",
  "phase",
  "tags",
  "assignedTo",
  "teamId",
  "agent",
  "condition",
  "nextStep",
  "priority",
  "waiting",
  "sla",
  "date",
  "utmSource",
  "utmMedium",
  "customFields",
] as const;
export type FilterField = (typeof filterFields)[number];

/** Whether the filter restricts a field. */
export function isSet(filter: ListFilter, field: FilterField): boolean {
  if (field === "date") return filter.from !== "" || filter.to !== "";
  const value = filter[field];
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** The filter without its restriction of one field. */
export function without(filter: ListFilter, field: FilterField): ListFilter {
  switch (field) {
    case "date":
      return { ...filter, from: "", to: "" };
    case "status":
    case "nextStep":
      return { ...filter, [field]: undefined };
    case "waiting":
    case "sla":
    case "agent":
    case "utmSource":
    case "utmMedium":
      return { ...filter, [field]: "" };
    default:
      return { ...filter, [field]: [] };
  }
}

/** The filter with its search and order only. */
export function withoutFilters(filter: ListFilter): ListFilter {
  return filterFields.reduce(without, filter);
}
