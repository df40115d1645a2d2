import { keys } from "#components/live/trpc/keys.ts";
import {
  definitionOf,
  groupingsOf,
  type Interval,
  intervals,
  longest,
  type ReportName,
  reportOf,
} from "#server/reports/choices.ts";
import { daysOf, rollingRanges } from "#server/reports/saved/choices.ts";
import { midnightIn, shiftedDay, today } from "./days.ts";

/** What the address of a report may say. */
export const addressNames = [
  ...(["from", "to", "range", "interval", "channel", "team", "agent", "tag", "figure", "list", "group"] as const),
  ...(["by", "hours", "compare", "saved"] as const),
] as const;

type Address = Readonly<Record<(typeof addressNames)[number], string>>;

/** What a report shows by its address: days as yyyy-mm-dd, or a range that moves on; the last 30 days unless told. Campaigns are of no agent and no tag. */
export function placeOf(name: ReportName, address: Address, timeZone: string) {
  const chosen = address.from !== "" || address.to !== "";
  /** Undefined where days of one's own are chosen. */
  const rolling = chosen ? undefined : (rollingRanges.find((one) => one === address.range) ?? "last_30_days");
  const moving = rolling && daysOf(rolling, today(timeZone));
  const last = moving?.last ?? (address.to || today(timeZone));
  const first = moving?.first ?? (address.from || shiftedDay(last, -29));
  const days = Math.max(1, Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1);
  const interval: Interval = intervals.find((one) => one === address.interval) ?? (days > 92 ? "week" : "day");
  /** Why the server would not answer for these days; undefined: it does. */
  const backwards = Date.parse(first) > Date.parse(last);
  const refused = backwards ? ("backwards" as const) : days > longest[interval] ? ("tooManyDays" as const) : undefined;
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
  return { address, first, last, days, refused, interval, range, before, filters, ...shown };
}

type Place = ReturnType<typeof placeOf>;

/** What is asked for the report itself, and for the time before it. */
export function reportInputs(name: ReportName, { range, before, interval, filters, address, businessHours }: Place) {
  const by = groupingsOf(name).find((one) => one === address.by);
  return {
    shown: { name, interval, ...range, ...filters, businessHours, ...(by ? { by } : {}) },
    earlier: { name, interval: "month" as const, ...before, ...filters, businessHours },
  };
}

/** What the page of a report shows first. */
export function reportKeys(name: ReportName, address: Address, timeZone: string) {
  const place = placeOf(name, address, timeZone);
  const { shown, earlier } = reportInputs(name, place);
  return [
    keys.users.names.queryKey({}),
    keys.teams.names.queryKey({}),
    keys.channels.names.queryKey({}),
    keys.tags.list.queryKey({}),
    ...(place.refused ? [] : [keys.reports.read.queryKey(shown)]),
    ...(place.compares && !place.refused ? [keys.reports.read.queryKey(earlier)] : []),
  ];
}
