"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { DayRange } from "#components/filters/day-range.tsx";
import { Select } from "#components/forms/select.tsx";
import { Switch } from "#components/forms/switch.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { intervals, longest, type ReportName } from "#server/reports/choices.ts";
import { rollingRanges } from "#server/reports/saved/choices.ts";
import type { ReportAddress } from "./address.ts";
import { SavedButton } from "./saved/saved-button.tsx";

const any = "any";
const own = "own";

type ReportFiltersProps = { name: ReportName; place: ReportAddress; calendarName: string | null | undefined };

/** The range and the filters; those whose choices the person may not read are left out. */
export function ReportFilters({ name, place, calendarName }: ReportFiltersProps) {
  const t = useTranslations("reports.filters");
  const tSaved = useTranslations("reports.saved.ranges");
  const trpc = useTRPC();
  const sees = useMay("clients_read");
  const reads = sees && place.ofConversations;
  // What another page has asked for is there even where nothing is asked.
  const shown = <Item,>(query: { data: Item[] | undefined }) => (reads ? (query.data ?? []) : []);
  const people = shown(useQuery({ ...trpc.users.names.queryOptions({}), enabled: reads }));
  const teams = shown(useQuery({ ...trpc.teams.names.queryOptions({}), enabled: reads }));
  const channels = useQuery({ ...trpc.channels.names.queryOptions({}), enabled: sees }).data ?? [];
  const tags = shown(useQuery({ ...trpc.tags.list.queryOptions({}), enabled: reads }));
  const compared = useId();
  const { address, change, first, last, interval } = place;
  const kept = (value: string) => (value === any ? "" : value);
  return (
    <div className="flex flex-wrap items-center gap-2 phone:grid phone:grid-cols-2">
      <Select
        aria-label={t("range")}
        value={place.rolling ?? own}
        onValueChange={(value) =>
          change(value === own ? { from: first, to: last, range: "" } : { from: "", to: "", range: value })
        }
        options={[
          ...rollingRanges.map((value) => ({ value: value as string, label: tSaved(value) })),
          { value: own, label: t("ownDays") },
        ]}
        className="w-40 phone:col-span-2 phone:w-full"
      />
      <DayRange from={first} to={last} onChange={(days) => change({ from: first, to: last, range: "", ...days })} />
      <p role="alert" className="text-danger text-sm empty:hidden phone:col-span-2">
        {place.refused ? t(place.refused, { days: longest[interval] }) : null}
      </p>
      <Select
        aria-label={t("interval")}
        value={interval}
        onValueChange={(value) => change({ interval: value })}
        options={intervals.map((value) => ({ value, label: t(value) }))}
        className="w-36 phone:w-full"
      />
      {channels.length > 1 || address.channel ? (
        <Select
          aria-label={t("channel")}
          value={address.channel || any}
          onValueChange={(value) => change({ channel: kept(value) })}
          options={[{ value: any, label: t("anyChannel") }, ...channels.map(({ id, label }) => ({ value: id, label }))]}
          className="w-44 phone:w-full"
        />
      ) : null}
      {people.length > 0 ? (
        <Select
          aria-label={t("agent")}
          value={address.agent || any}
          onValueChange={(value) => change({ agent: kept(value) })}
          options={[
            { value: any, label: t("anyAgent") },
            ...people.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          className="w-44 phone:w-full"
        />
      ) : null}
      {teams.length > 0 ? (
        <Select
          aria-label={t("team")}
          value={address.team || any}
          onValueChange={(value) => change({ team: kept(value) })}
          options={[{ value: any, label: t("anyTeam") }, ...teams.map(({ id, name }) => ({ value: id, label: name }))]}
          className="w-40 phone:w-full"
        />
      ) : null}
      {tags.length > 0 ? (
        <Select
          aria-label={t("tag")}
          value={address.tag || any}
          onValueChange={(value) => change({ tag: kept(value) })}
          options={[{ value: any, label: t("anyTag") }, ...tags.map(({ name }) => ({ value: name, label: name }))]}
          className="w-40 phone:w-full"
        />
      ) : null}
      {place.hasTimes ? <OpeningHours place={place} calendarName={calendarName} /> : null}
      <span className="inline-flex min-h-8 items-center gap-2 text-sm phone:col-span-2">
        <Switch id={compared} checked={place.compares} onCheckedChange={(on) => change({ compare: on ? "" : "no" })} />
        <label htmlFor={compared}>{t("compare")}</label>
      </span>
      <SavedButton name={name} place={place} />
    </div>
  );
}

/** Times with and without opening hours; greyed, with the reason, where the company has no default calendar. */
function OpeningHours({ place, calendarName }: Omit<ReportFiltersProps, "name">) {
  const t = useTranslations("reports.filters");
  const none = calendarName === null;
  const [control, hint] = [useId(), useId()];
  return (
    <span className="inline-flex min-h-8 flex-wrap items-center gap-2 text-sm phone:col-span-2">
      <Switch
        id={control}
        aria-describedby={hint}
        checked={place.businessHours}
        disabled={none && !place.businessHours}
        onCheckedChange={(on) => place.change({ hours: on ? "open" : "" })}
      />
      <label htmlFor={control}>{t("openHours")}</label>
      <span id={hint} className="text-text-muted text-xs">
        {none ? t("noCalendar") : calendarName}
      </span>
    </span>
  );
}
