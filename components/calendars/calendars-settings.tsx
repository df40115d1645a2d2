"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { SettingsList, SettingsRow, SettingsRows } from "#components/settings/settings-list.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { untilLoaded } from "#components/ui/late/insist.ts";
import { maxCalendars } from "#server/calendars/choices.ts";
import type { Calendar } from "#server/calendars/schema.ts";
import type { EditedCalendar } from "./calendar-form.tsx";
import { DeleteCalendar } from "./delete-calendar.tsx";
import { useHoursWords } from "./hours-words.ts";

const CalendarForm = dynamic(
  () => untilLoaded(() => import("./calendar-form.tsx")).then((module) => module.CalendarForm),
  { loading: () => null },
);

/** When the company's people are there: one list for service levels, bots and reports. */
export function CalendarsSettings() {
  const t = useTranslations("calendars");
  const trpc = useTRPC();
  const asked = { enabled: useMay("websites_read") };
  const calendars = useQuery(trpc.calendars.list.queryOptions({}, asked));
  const policies = useQuery(trpc.sla.policies.queryOptions({}, asked)).data ?? [];
  const mayWrite = useMay("websites_write");
  const [edited, setEdited] = useState<EditedCalendar>();
  const [doomed, setDoomed] = useState<Calendar>();
  const list = calendars.data ?? [];
  const usersOf = (id: string | undefined) =>
    policies.filter(({ calendarId }) => calendarId === id).map(({ name }) => name);
  return (
    <SettingsList
      words={{
        title: t("title"),
        description: t("description"),
        add: t("add"),
        emptyTitle: t("emptyTitle"),
        emptyHint: t("emptyHint"),
      }}
      icon={<CalendarClock />}
      permissions={["websites_read"]}
      asked={calendars}
      onAdd={mayWrite ? () => setEdited("new") : undefined}
      full={list.length >= maxCalendars}
      dialogs={
        <>
          {edited === undefined ? null : (
            <CalendarForm edited={edited} isFirst={list.length === 0} onClose={() => setEdited(undefined)} />
          )}
          <DeleteCalendar calendar={doomed} users={usersOf(doomed?.id)} onClose={() => setDoomed(undefined)} />
        </>
      }
    >
      <SettingsRows label={t("title")}>
        {list.map((calendar) => (
          <CalendarRow
            key={calendar.id}
            calendar={calendar}
            users={usersOf(calendar.id).length}
            mayWrite={mayWrite}
            onEdit={() => setEdited(calendar)}
            onDelete={() => setDoomed(calendar)}
          />
        ))}
      </SettingsRows>
    </SettingsList>
  );
}

type CalendarRowProps = {
  calendar: Calendar;
  users: number;
  mayWrite: boolean;
  onEdit: () => void;
  onDelete: () => void;
};

function CalendarRow({ calendar, users, mayWrite, onEdit, onDelete }: CalendarRowProps) {
  const t = useTranslations("calendars");
  const hoursWords = useHoursWords();
  const { name, timeZone, hours, holidays, isDefault } = calendar;
  const tools = mayWrite ? { edit: t("edit", { name }), remove: t("delete", { name }) } : undefined;
  const facts = [
    timeZone.replaceAll("_", " "),
    ...(holidays.length > 0 ? [t("holidayCount", { count: holidays.length })] : []),
    ...(users > 0 ? [t("users", { count: users })] : []),
  ];
  return (
    <SettingsRow tools={tools} onEdit={onEdit} onDelete={onDelete}>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex min-w-0 items-center gap-2 font-medium text-sm">
          <span className="truncate">{name}</span>
          {isDefault ? <Badge tone="accent">{t("default")}</Badge> : null}
        </span>
        <span className="text-pretty text-sm tabular-nums">{hoursWords(hours)}</span>
        <span className="text-pretty text-text-muted text-xs">{facts.join(" · ")}</span>
      </div>
    </SettingsRow>
  );
}
