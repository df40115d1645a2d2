"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { focusFirstFault } from "#components/forms/first-fault.ts";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { useUnsaved } from "#components/forms/use-unsaved.ts";
import { useMay, useProfile } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import type { ReportName } from "#server/reports/choices.ts";
import { rollingRanges, type Schedule, savedScopes } from "#server/reports/saved/choices.ts";
import type { SavedReport } from "#server/reports/saved/schema.ts";
import { pickQuery, type SavedQuery } from "./saved-address.ts";
import { ScheduleFields } from "./schedule-fields.tsx";
import { type SavedDraft, useSaveReport } from "./use-save-report.ts";

type FormProps = {
  report: ReportName;
  /** What is shown besides. */
  query: SavedQuery;
  /** The one to change; undefined: a new one. */
  saved: SavedReport | undefined;
  onSaved: (saved: SavedReport) => void;
};

/** Name, who sees it, the range that moves on, and when it is mailed to whom. */
export function SavedForm({ report, query, saved: given, onSaved }: FormProps) {
  const t = useTranslations("reports.saved");
  const governs = useMay("clients_write");
  const own = useProfile().user.id;
  const readers = useQuery(useTRPC().reports.readers.queryOptions({}));
  // As the form was opened with it: what others change meanwhile is nothing that was changed here.
  const [saved] = useState(given);
  const [name, setName] = useState(saved?.name ?? "");
  const [scope, setScope] = useState(saved?.scope ?? "private");
  const [range, setRange] = useState(query.range);
  const [schedule, setSchedule] = useState<Schedule | null>(saved?.schedule ?? null);
  useUnsaved([name, scope, range, schedule]);
  const { save, saving, of } = useSaveReport(saved, onSaved);
  const mayChange = saved !== undefined && (saved.scope === "private" || governs);
  const nobody = schedule !== null && schedule.recipients.length === 0;
  const submit = (event: FormEvent, changed: SavedReport | undefined) => {
    event.preventDefault();
    if (saving) return;
    if (name.trim() === "" || nobody) return focusFirstFault();
    const draft: SavedDraft = { ...pickQuery(query), name: name.trim(), scope, range, schedule };
    save(report, draft, changed);
  };
  return (
    <form noValidate className="contents" onSubmit={(event) => submit(event, mayChange ? saved : undefined)}>
      <DialogBody className="grid gap-4">
        <Field label={t("name")} error={of("name")} required>
          <Input value={name} maxLength={100} autoComplete="off" onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label={t("range")} hint={t("rangeHint")} error={of("range")}>
          <Select
            value={range}
            onValueChange={setRange}
            options={rollingRanges.map((value) => ({ value, label: t(`ranges.${value}`) }))}
          />
        </Field>
        {governs ? (
          <Field label={t("seenBy")} error={of("scope")}>
            <Select
              value={scope}
              onValueChange={setScope}
              options={savedScopes.map((value) => ({ value, label: t(`scopes.${value}`) }))}
            />
          </Field>
        ) : null}
        <ScheduleFields
          schedule={schedule}
          readers={readers.data}
          own={own}
          governs={governs}
          nobody={nobody}
          onSchedule={setSchedule}
        />
        <p role="alert" tabIndex={-1} className="text-danger text-sm empty:hidden">
          {of("whole")}
        </p>
      </DialogBody>
      <DialogFooter>
        {mayChange ? (
          <Button disabled={name.trim() === saved.name} onClick={(event) => submit(event, undefined)}>
            {t("saveAsNew")}
          </Button>
        ) : null}
        <Button type="submit" variant="primary" loading={saving} disabled={name.trim() === ""}>
          {t("saveAction")}
        </Button>
      </DialogFooter>
    </form>
  );
}
