import type { SavedReport } from "#server/reports/saved/schema.ts";
import type { ReportAddress } from "../address.ts";

/** What is kept of a report besides its name and its times. */
export type SavedQuery = Pick<
  SavedReport,
  "range" | "interval" | "by" | "comparison" | "businessHours" | "channelId" | "teamId" | "agentId" | "tag"
>;

/** Of a saved report, that alone. */
export function pickQuery(query: SavedQuery): SavedQuery {
  const { range, interval, by, comparison, businessHours, channelId, teamId, agentId, tag } = query;
  return { range, interval, by, comparison, businessHours, channelId, teamId, agentId, tag };
}

/** Where a saved report is shown: its range moves on with time. */
export function savedHref(saved: SavedReport): string {
  const { report, range, interval, by, comparison, businessHours, channelId, teamId, agentId, tag, id } = saved;
  const given = {
    ...{ range, interval, by, channel: channelId, team: teamId, agent: agentId, tag },
    ...{ hours: businessHours ? "open" : null, compare: comparison ? null : "no", saved: id },
  };
  const address = new URLSearchParams(Object.entries(given).flatMap(([key, value]) => (value ? [[key, value]] : [])));
  return `/reports/${report}?${address}`;
}

/** What the page shows now; days of one's own choice become the last 30. */
export function queryOf(place: ReportAddress, by: SavedQuery["by"]): SavedQuery {
  const { rolling, interval, compares, businessHours, filters } = place;
  return {
    ...{ range: rolling ?? "last_30_days", interval, by, comparison: compares, businessHours },
    ...{ channelId: filters.channelId ?? null, teamId: filters.teamId ?? null },
    ...{ agentId: filters.agentId ?? null, tag: filters.tag ?? null },
  };
}
