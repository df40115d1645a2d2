import { useAddressState } from "#components/filters/address-state.ts";
import { useProfile } from "#components/frame/profile.tsx";
import { definitionOf, type Interval, intervals, type ReportName, reportOf } from "#server/reports/choices.ts";
import { daysOf, rollingRanges } from "#server/reports/saved/choices.ts";
import { midnightIn, shiftedDay, today } from "./days.ts";

const names = [
  ...(["from", "to", "range", "interval", "channel", "team", "agent", "tag", "figure", "list", "group"] as const),
  ...(["by", "hours", "compare", "saved"] as const),
] as const;

/** What the page's address says: days as yyyy-mm-dd, or a range that moves on; the last 30 days unless told. Campaigns are of no agent and no tag. */
export function useReportAddress(name: ReportName) {
  const { timeZone } = useProfile().company;
  const [address, change] = useAddressState(names);
  const chosen = address.from !== "" || address.to !== "";
  /** Undefined where days of one's own are chosen. */
  const rolling = chosen ? undefined : (rollingRanges.find((one) => one === address.range) ?? "last_30_days");
  const moving = rolling && daysOf(rolling, today(timeZone));
  const last = moving?.last ?? (address.to || today(timeZone));
  const first = moving?.first ?? (address.from || shiftedDay(last, -29));
  const days = Math.max(1, Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1);
  const interval: Interval = intervals.find((one) => one === address.interval) ?? (days > 92 ? "week" : "day");
  const range = {
    from: midnightIn(timeZone, first),
    to: midnightIn(timeZone, shiftedDay(last, 1)),
  };
  const before = {
    from: midnightIn(timeZone, shiftedDay(first, -days)),
    to: range.from,
  };
  const ofConversations = name !== "campaigns";
  const filters = {
    ...(address.channel ? { channelId: address.channel } : {}),
    ...(address.team && ofConversations ? { teamId: address.team } : {}),
    ...(address.agent && ofConversations ? { agentId: address.agent } : {}),
    ...(address.tag && ofConversations ? { tag: address.tag } : {}),
  };
  const hasTimes = reportOf(name).figures.some((figure) => definitionOf(figure).unit === "seconds");
  const businessHours = hasTimes && address.hours === "open";
  const compares = address.compare !== "no";
  const shown = { ofConversations, hasTimes, businessHours, compares, rolling };
  return { address, change, first, last, days, interval, range, before, filters, ...shown };
}

export type ReportAddress = ReturnType<typeof useReportAddress>;
