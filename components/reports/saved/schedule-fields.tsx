"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useId } from "react";
import { Checkbox } from "#components/forms/checkbox.tsx";
import { Field } from "#components/forms/field.tsx";
import { Select } from "#components/forms/select.tsx";
import { Switch } from "#components/forms/switch.tsx";
import { cadences, maxRecipients, type Schedule, usualSchedule } from "#server/reports/saved/choices.ts";
import { useHourWords } from "./hour-words.ts";

type Readers = { mail: boolean; timeZone: string; people: readonly { id: string; name: string }[] };
type ScheduleFieldsProps = {
  schedule: Schedule | null;
  /** Undefined: not known yet. */
  readers: Readers | undefined;
  /** The person's own id; without `governs` it is mailed to nobody else. */
  own: string;
  governs: boolean;
  nobody: boolean;
  onSchedule: (schedule: Schedule | null) => void;
};

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** When it is mailed, and to whom; where no mail is sent, why not. */
export function ScheduleFields({ schedule, readers, own, governs, nobody, onSchedule }: ScheduleFieldsProps) {
  const t = useTranslations("reports.saved.mail");
  const words = useHourWords();
  const off = readers?.mail === false;
  const begin: Schedule = { ...usualSchedule, recipients: [own] };
  const change = (part: Partial<Schedule>) => schedule && onSchedule({ ...schedule, ...part });
  return (
    <fieldset className="grid min-w-0 gap-3">
      <Field inline label={t("switch")} hint={t(off ? "off" : "hint")}>
        <Switch
          checked={schedule !== null}
          disabled={off && schedule === null}
          onCheckedChange={(on) => onSchedule(on ? begin : null)}
        />
      </Field>
      {schedule ? (
        <>
          <div className="flex flex-wrap gap-2">
            <Select
              aria-label={t("every")}
              value={schedule.every}
              onValueChange={(every) => change({ every })}
              options={cadences.map((value) => ({ value, label: t(`cadences.${value}`) }))}
              className="w-36"
            />
            {schedule.every === "week" ? (
              <Select
                aria-label={t("weekday")}
                value={String(schedule.weekday)}
                onValueChange={(day) => change({ weekday: Number(day) })}
                options={range(1, 7).map((day) => ({ value: String(day), label: words.weekday(day) }))}
                className="w-36"
              />
            ) : null}
            {schedule.every === "month" ? (
              <Select
                aria-label={t("monthDay")}
                value={String(schedule.monthDay)}
                onValueChange={(day) => change({ monthDay: Number(day) })}
                options={range(1, 31).map((day) => ({ value: String(day), label: t("onDay", { day }) }))}
                className="w-36"
              />
            ) : null}
            <Select
              aria-label={t("hour")}
              value={String(schedule.hour)}
              onValueChange={(value) => {
                const hour = Number(value);
                change({ hour });
              }}
              options={range(0, 23).map((value) => ({ value: String(value), label: words.hourOf(value) }))}
              className="w-28"
            />
          </div>
          {readers ? <p className="text-text-muted text-xs">{t("zone", { zone: readers.timeZone })}</p> : null}
          {schedule.every === "month" && schedule.monthDay > 28 ? (
            <p className="text-text-muted text-xs">{t("shorter")}</p>
          ) : null}
          <Recipients
            {...{ schedule, readers, own, governs, nobody }}
            onRecipients={(recipients) => change({ recipients })}
          />
        </>
      ) : null}
    </fieldset>
  );
}

type RecipientsProps = Omit<ScheduleFieldsProps, "schedule" | "onSchedule"> & {
  schedule: Schedule;
  onRecipients: (recipients: string[]) => void;
};

function Recipients({ schedule, readers, own, governs, nobody, onRecipients }: RecipientsProps) {
  const t = useTranslations("reports.saved.mail");
  const format = useFormatter();
  const title = useId();
  const chosen = schedule.recipients;
  const people = (readers?.people ?? []).filter(({ id }) => governs || id === own || chosen.includes(id));
  const left = chosen.filter((id) => readers && !readers.people.some((one) => one.id === id)).length;
  return (
    <fieldset aria-labelledby={title} className="grid min-w-0 gap-1.5">
      <p id={title} className="font-medium text-sm">
        {t("recipients")}
      </p>
      <div className="grid max-h-48 gap-2 overflow-y-auto rounded-lg border border-border p-3">
        {people.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            disabled={!chosen.includes(id) && chosen.length >= maxRecipients}
            onCheckedChange={(on) => onRecipients(on === true ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        ))}
      </div>
      {left > 0 ? (
        <p className="text-text-muted text-xs">
          {t("left", { count: left })}{" "}
          <button
            type="button"
            className="cursor-pointer underline underline-offset-4"
            onClick={() => onRecipients(chosen.filter((id) => readers?.people.some((one) => one.id === id)))}
          >
            {t("leave")}
          </button>
        </p>
      ) : null}
      {nobody ? (
        <p role="alert" className="text-danger text-xs">
          {t("nobody")}
        </p>
      ) : (
        <p className="text-text-muted text-xs">{t("each", { most: format.number(maxRecipients) })}</p>
      )}
    </fieldset>
  );
}
