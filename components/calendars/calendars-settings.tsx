"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarClock, Pencil, Plus, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SettingsPage } from "#components/companies/settings-parts.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { maxCalendars } from "#server/calendars/choices.ts";
import type { Calendar } from "#server/calendars/schema.ts";
import type { EditedCalendar } from "./calendar-form.tsx";
import { DeleteCalendar } from "./delete-calendar.tsx";
import { useHoursWords } from "./hours-words.ts";

const CalendarForm = dynamic(() => import("./calendar-form.tsx").then((module) => module.CalendarForm));

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
  const add = mayWrite ? (
    <Button
      variant="primary"
      icon={<Plus aria-hidden />}
      disabled={list.length >= maxCalendars}
      onClick={() => setEdited("new")}
    >
      {t("add")}
    </Button>
  ) : undefined;
  return (
    <SettingsPage
      title={t("title")}
      description={t("description")}
      permissions={["websites_read"]}
      actions={list.length > 0 ? add : undefined}
    >
      <div className="px-5 pt-2 pb-8 phone:px-4">
        {calendars.isError ? (
          <ErrorState onRetry={() => void calendars.refetch()} retrying={calendars.isFetching} />
        ) : null}
        {calendars.isLoading ? <Skeleton className="h-40 rounded-lg" /> : null}
        {calendars.data && list.length === 0 ? (
          <EmptyState icon={<CalendarClock />} title={t("emptyTitle")} description={t("emptyHint")} actions={add} />
        ) : null}
        <ul
          aria-label={t("title")}
          className="grid divide-y divide-border rounded-lg border border-border empty:hidden"
        >
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
        </ul>
      </div>
      {edited === undefined ? null : (
        <CalendarForm edited={edited} isFirst={list.length === 0} onClose={() => setEdited(undefined)} />
      )}
      <DeleteCalendar calendar={doomed} users={usersOf(doomed?.id)} onClose={() => setDoomed(undefined)} />
    </SettingsPage>
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
  const facts = [
    timeZone.replaceAll("_", " "),
    ...(holidays.length > 0 ? [t("holidayCount", { count: holidays.length })] : []),
    ...(users > 0 ? [t("users", { count: users })] : []),
  ];
  return (
    <li className="flex min-h-16 items-center gap-2 py-2 pr-2 pl-3">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex min-w-0 items-center gap-2 font-medium text-sm">
          <span className="truncate">{name}</span>
          {isDefault ? <Badge tone="accent">{t("default")}</Badge> : null}
        </span>
        <span className="text-pretty text-sm tabular-nums">{hoursWords(hours)}</span>
        <span className="text-pretty text-text-muted text-xs">{facts.join(" · ")}</span>
      </div>
      {mayWrite ? (
        <>
          <IconButton label={t("edit", { name })} onClick={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton label={t("delete", { name })} variant="danger" onClick={onDelete}>
            <Trash2 aria-hidden />
          </IconButton>
        </>
      ) : null}
    </li>
  );
}
