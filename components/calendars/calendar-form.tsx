"use client";

import { useMutation } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useMemo, useState } from "react";
import { EditingDialog } from "#components/companies/editing-dialog.tsx";
import { RefusalNote } from "#components/companies/refusal-note.tsx";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { timeZoneOptions } from "#components/companies/regions.ts";
import { Combobox } from "#components/forms/combobox.tsx";
import { changesIn } from "#components/forms/draft-changes.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Switch } from "#components/forms/switch.tsx";
import { useProfile } from "#components/frame/profile.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useUnclashed } from "#components/settings/unclashed.ts";
import { Button } from "#components/ui/button.tsx";
import { DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { weekDays } from "#server/calendars/choices.ts";
import type { Calendar } from "#server/calendars/schema.ts";
import { type CalendarDraft, draftOf, emptyDraft, faultIn, storedOf } from "./calendar-draft.ts";
import { HolidayFields } from "./holiday-fields.tsx";
import { WeekDayRow } from "./week-day-row.tsx";

/** `new`, the calendar to change, or nothing. */
export type EditedCalendar = Calendar | "new" | undefined;

type CalendarFormProps = { edited: EditedCalendar; isFirst: boolean; onClose: () => void };

export function CalendarForm({ edited, isFirst, onClose }: CalendarFormProps) {
  const t = useTranslations("calendars.form");
  return (
    <EditingDialog
      open={edited !== undefined}
      title={t(edited === "new" ? "createTitle" : "editTitle")}
      onClose={onClose}
    >
      {(form) => <Form calendar={edited === "new" ? undefined : edited} isFirst={isFirst} {...form} />}
    </EditingDialog>
  );
}

type FormProps = { calendar: Calendar | undefined; isFirst: boolean; onClose: () => void; onChanged: () => void };

function Form({ calendar, isFirst, onClose, onChanged }: FormProps) {
  const t = useTranslations("calendars.form");
  const tWeek = useTranslations("week-hours");
  const locale = useLocale();
  const { timeZone } = useProfile().company;
  const [draft, setDraft] = useState<CalendarDraft>(() =>
    calendar ? draftOf(calendar) : emptyDraft(timeZone, isFirst),
  );
  const { save, saving, refusal, refuse } = useSaveCalendar(calendar, onClose);
  const zones = useMemo(() => timeZoneOptions(locale, draft.timeZone), [locale, draft.timeZone]);
  const change = (part: Partial<CalendarDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    onChanged();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const fault = faultIn(draft);
    if (!fault) return save(draft);
    const field = { name: "name", hours: "hours", closed: "hours", date: "holidays", twice: "holidays" }[fault];
    refuse({ fields: { [field]: t(`faults.${fault}`) }, sentence: undefined });
  };
  const { week } = draft;
  return (
    <form noValidate className="contents" onSubmit={submit}>
      <DialogBody className="grid-cols-1 gap-5">
        <Field label={t("name")} error={refusal.fields.name} required>
          <Input
            value={draft.name}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
        <Field label={t("timeZone")} error={refusal.fields.timeZone}>
          <Combobox
            label={t("timeZone")}
            options={zones}
            value={draft.timeZone}
            onValueChange={(next) => change({ timeZone: next })}
          />
        </Field>
        <Field inline label={t("isDefault")} hint={t("isDefaultHint")}>
          <Switch checked={draft.isDefault} onCheckedChange={(isDefault) => change({ isDefault })} />
        </Field>
        <fieldset className="grid min-w-0 gap-2">
          <legend className="mb-1.5 font-medium text-sm">{t("hours")}</legend>
          <div className="divide-y divide-border rounded-lg border border-border">
            {weekDays.map((day) => (
              <WeekDayRow
                key={day}
                day={day}
                spans={week[day]}
                onChange={(spans) => change({ week: { ...week, [day]: spans } })}
                onCopy={(days) =>
                  change({ week: { ...week, ...Object.fromEntries(days.map((other) => [other, week[day]])) } })
                }
              />
            ))}
          </div>
          {refusal.fields.hours ? (
            <p role="alert" tabIndex={-1} className="text-danger text-xs">
              {refusal.fields.hours}
            </p>
          ) : null}
          <p className="text-text-muted text-xs">{tWeek("midnight")}</p>
        </fieldset>
        <HolidayFields
          holidays={draft.holidays}
          error={refusal.fields.holidays ?? refusal.fields.date}
          onHolidays={(holidays) => change({ holidays })}
        />
        <RefusalNote refusal={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button type="submit" variant="primary" loading={saving}>
          {t(calendar ? "save" : "create")}
        </Button>
      </DialogFooter>
    </form>
  );
}

function useSaveCalendar(calendar: Calendar | undefined, onClose: () => void) {
  const t = useTranslations("calendars");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const [refusal, refuse] = useState(noRefusal);
  const settled = {
    onSuccess: () => {
      cache.refresh(cache.of("calendars"));
      toast.success(t("saved"));
      onClose();
    },
    onError: (error: unknown) => {
      const taken = failureOf(error).code === "already_exists";
      refuse(taken ? { fields: { name: t("form.exists") }, sentence: undefined } : refusals.of(error));
    },
  };
  const create = useMutation(trpc.calendars.create.mutationOptions(settled));
  const update = useMutation(
    useUnclashed(calendar, (api) => api.calendars.list.query({}), trpc.calendars.update.mutationOptions(settled)),
  );
  const save = (draft: CalendarDraft) => {
    refuse(noRefusal);
    const stored = storedOf(draft);
    if (calendar) update.mutate({ calendarId: calendar.id, ...changesIn(stored, storedOf(draftOf(calendar))) });
    else create.mutate(stored);
  };
  return { save, saving: create.isPending || update.isPending, refusal, refuse };
}
