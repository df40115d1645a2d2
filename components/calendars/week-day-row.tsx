"use client";

import { Copy, Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Input } from "#components/forms/input.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { type WeekDay, weekDays } from "#server/calendars/choices.ts";
import { useDayName } from "./hours-words.ts";
import { boundsOf, faultOf, type Span, withSpan } from "./week-hours.ts";

type WeekDayRowProps = {
  day: WeekDay;
  spans: readonly Span[];
  onChange: (spans: readonly Span[]) => void;
  onCopy: (days: readonly WeekDay[]) => void;
};

const maxSpans = 6;

export function WeekDayRow({ day, spans, onChange, onCopy }: WeekDayRowProps) {
  const t = useTranslations("week-hours");
  const name = useDayName()(day);
  const fault = faultOf(spans);
  const set = (at: number, part: Partial<Span>) =>
    onChange(spans.map((span, place) => (place === at ? { ...span, ...part } : span)));
  return (
    <fieldset aria-label={name} className="grid min-w-0 gap-2 px-3 py-2">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <span className="w-24 shrink-0 py-1.5 font-medium text-sm capitalize phone:flex-1">{name}</span>
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2 phone:order-last phone:basis-full">
          {spans.length === 0 ? <span className="py-1.5 text-sm text-text-muted">{t("closed")}</span> : null}
          {spans.map((span, at) => (
            <div key={at} className="flex items-center gap-1.5 phone:w-full phone:flex-wrap">
              <TimeInput
                label={t("from", { day: name, number: at + 1 })}
                value={span.from}
                invalid={fault !== undefined}
                onChange={(from) => set(at, { from })}
              />
              <span aria-hidden className="text-text-faint">
                –
              </span>
              <TimeInput
                label={t("to", { day: name, number: at + 1 })}
                value={span.to}
                invalid={fault !== undefined}
                onChange={(to) => set(at, { to })}
              />
              <IconButton
                size="sm"
                label={t("remove", { day: name, number: at + 1 })}
                onClick={() => onChange(spans.filter((_, place) => place !== at))}
              >
                <X aria-hidden />
              </IconButton>
            </div>
          ))}
        </div>
        <div className="flex shrink-0 items-center gap-1">
          <IconButton
            size="sm"
            label={t("add", { day: name })}
            disabled={spans.length >= maxSpans}
            onClick={() => onChange(withSpan(spans))}
          >
            <Plus aria-hidden />
          </IconButton>
          <CopyMenu day={day} onCopy={onCopy} />
        </div>
      </div>
      <DayBar spans={fault ? [] : spans} />
      {fault ? (
        <p role="alert" className="text-danger text-xs">
          {t(`faults.${fault}`)}
        </p>
      ) : null}
    </fieldset>
  );
}

type TimeInputProps = { label: string; value: string; invalid: boolean; onChange: (value: string) => void };

function TimeInput({ label, value, invalid, onChange }: TimeInputProps) {
  return (
    <Input
      type="time"
      aria-label={label}
      aria-invalid={invalid || undefined}
      value={value}
      className="w-32 tabular-nums touch:w-34 phone:w-auto phone:min-w-30 phone:flex-1 phone:px-2"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The open hours drawn on the day; the words above say the same. */
function DayBar({ spans }: { spans: readonly Span[] }) {
  return (
    <div aria-hidden className="relative h-1 overflow-hidden rounded-full bg-text/8">
      {spans.map((span, at) => {
        const [from, to] = boundsOf(span);
        return (
          <span
            key={at}
            className="absolute inset-y-0 bg-accent"
            style={{ left: `${(from / 1440) * 100}%`, width: `${((to - from) / 1440) * 100}%` }}
          />
        );
      })}
    </div>
  );
}

function CopyMenu({ day, onCopy }: Pick<WeekDayRowProps, "day" | "onCopy">) {
  const t = useTranslations("week-hours");
  const nameOf = useDayName();
  const others = weekDays.filter((other) => other !== day);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton size="sm" label={t("copy", { day: nameOf(day) })}>
          <Copy aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => onCopy(weekDays)}>{t("copyAll")}</DropdownMenuItem>
        <DropdownMenuItem onSelect={() => onCopy(weekDays.slice(0, 5))}>{t("copyWorkdays")}</DropdownMenuItem>
        <DropdownMenuSeparator />
        {others.map((other) => (
          <DropdownMenuItem key={other} onSelect={() => onCopy([other])}>
            {t("copyTo", { day: nameOf(other) })}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
