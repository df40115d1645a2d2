import { campaignStatuses } from "#server/campaigns/choices.ts";

export const campaignFilters = ["search", "status", "page"] as const;
export const campaignsPerPage = 25;

/** What the list asks for under the filters of its address. */
export function campaignsQuery({ search, status, page }: Readonly<Record<(typeof campaignFilters)[number], string>>) {
  const chosen = campaignStatuses.find((one) => one === status);
  return {
    limit: campaignsPerPage,
    page: Math.max(1, Math.trunc(Number(page)) || 1),
    ...(search ? { search } : {}),
    ...(chosen ? { status: chosen } : {}),
  };
}
