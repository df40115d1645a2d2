"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { ColorSwatchPicker } from "#components/colors/color-swatch-picker.tsx";
import { swatches } from "#components/colors/swatches.ts";
import { RefusalNote } from "#components/companies/refusal-note.tsx";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { MultiCombobox } from "#components/forms/combobox.tsx";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { useUnsavedChanges } from "#components/forms/use-unsaved.ts";
import { useMay } from "#components/frame/profile.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useUnclashed } from "#components/settings/unclashed.ts";
import { Button } from "#components/ui/button.tsx";
import { ChannelIcon } from "#components/ui/channel-icon.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { maxTeams } from "#server/teams/choices.ts";
import type { Team } from "#server/teams/schema.ts";
import { MemberFields } from "./member-fields.tsx";

/** `new`, the team to change, or nothing. */
export type EditedTeam = Team | "new" | undefined;

export function TeamForm({ edited, count, onClose }: { edited: EditedTeam; count: number; onClose: () => void }) {
  const t = useTranslations("teams.form");
  // Each new team begins with another colour.
  const color = swatches[count % swatches.length]?.value ?? swatches[0].value;
  return (
    <Dialog
      open={edited !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={edited === "new" ? t("createTitle") : t("editTitle")}
    >
      {edited ? <Form team={edited === "new" ? undefined : edited} color={color} onClose={onClose} /> : null}
    </Dialog>
  );
}

/** By no calendar of its own. */
const usual = "default";

type FormProps = { team: Team | undefined; color: string; onClose: () => void };

function Form({ team, color, onClose }: FormProps) {
  const t = useTranslations("teams");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const channels = useQuery(trpc.channels.names.queryOptions({})).data ?? [];
  const mayReadCalendars = useMay("websites_read");
  const calendars = useQuery(trpc.calendars.list.queryOptions({}, { enabled: mayReadCalendars })).data ?? [];
  const [draft, setDraft] = useState({
    ...{ name: team?.name ?? "", color: team?.color ?? color, calendarId: team?.calendarId ?? null },
    ...{ channels: team?.channels ?? [], members: team?.members ?? [] },
  });
  const [refusal, setRefusal] = useState(noRefusal);
  const changes = useUnsavedChanges(draft);
  const settled = {
    onSuccess: () => {
      cache.refresh(cache.of("teams"));
      toast.success(t("saved"));
      onClose();
    },
    onError: (error: unknown) => {
      const taken = failureOf(error).code === "already_exists";
      setRefusal(taken ? { fields: { name: t("form.exists") }, sentence: undefined } : refusals.of(error, draft));
    },
  };
  const create = useMutation(trpc.teams.create.mutationOptions(settled));
  const update = useMutation(
    useUnclashed(team, (api) => api.teams.list.query({ limit: maxTeams }), trpc.teams.update.mutationOptions(settled)),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (team) update.mutate({ teamId: team.id, ...changes });
    else create.mutate(draft);
  };
  return (
    <form noValidate className="contents" onSubmit={submit}>
      <DialogBody>
        <Field label={t("form.name")} error={refusal.fields.name} required>
          <Input
            value={draft.name}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setDraft({ ...draft, name: event.target.value })}
          />
        </Field>
        <Field label={t("form.color")} error={refusal.fields.color}>
          <ColorSwatchPicker value={draft.color} onValueChange={(next) => setDraft({ ...draft, color: next })} />
        </Field>
        <MemberFields
          members={draft.members}
          error={refusal.fields.members}
          onMembers={(members) => setDraft({ ...draft, members })}
        />
        <Field label={t("form.channels")} hint={t("form.channelsHint")} error={refusal.fields.channels}>
          <MultiCombobox
            label={t("form.channels")}
            placeholder={t("form.noChannels")}
            options={channels.map(({ id, type, label }) => ({
              value: id,
              label,
              icon: <ChannelIcon channel={type} decorative />,
            }))}
            values={draft.channels}
            onValuesChange={(next) => setDraft({ ...draft, channels: next })}
          />
        </Field>
        {calendars.length > 0 ? (
          <Field label={t("form.calendar")} hint={t("form.calendarHint")} error={refusal.fields.calendarId}>
            <Select
              value={draft.calendarId ?? usual}
              onValueChange={(id) => setDraft({ ...draft, calendarId: id === usual ? null : id })}
              options={[
                { value: usual, label: t("form.usualCalendar") },
                ...calendars.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Field>
        ) : null}
        <RefusalNote refusal={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button type="submit" variant="primary" loading={create.isPending || update.isPending}>
          {team ? t("form.save") : t("form.create")}
        </Button>
      </DialogFooter>
    </form>
  );
}
