import { templateCategories, templateStatuses } from "#server/templates/choices.ts";

export const templateFilters = ["search", "status", "category", "channel"] as const;

/** What the list asks for under the filters of its address. */
export function templatesQuery(address: Readonly<Record<(typeof templateFilters)[number], string>>) {
  const status = templateStatuses.find((one) => one === address.status);
  const category = templateCategories.find((one) => one === address.category);
  return {
    ...(address.search ? { search: address.search } : {}),
    ...(status ? { status } : {}),
    ...(category ? { category } : {}),
    ...(address.channel ? { channelId: address.channel } : {}),
  };
}
