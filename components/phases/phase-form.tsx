"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalNote } from "#components/companies/refusal-note.tsx";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { RadioGroup } from "#components/forms/radio-group.tsx";
import { useUnsavedChanges } from "#components/forms/use-unsaved.ts";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useUnclashed } from "#components/settings/unclashed.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { phaseTypes, usualAges } from "#server/phases/choices.ts";
import type { Phase } from "#server/phases/schema.ts";

/** `new`, the phase to change, or nothing. */
export type EditedPhase = Phase | "new" | undefined;

export type PhaseFormProps = { open: boolean; onOpenChange: (open: boolean) => void; edited: EditedPhase };

export function PhaseForm({ open, onOpenChange, edited }: PhaseFormProps) {
  const t = useTranslations("phases.form");
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      title={edited === "new" ? t("createTitle") : t("editTitle")}
    >
      {edited ? <Form phase={edited === "new" ? undefined : edited} onClose={() => onOpenChange(false)} /> : null}
    </Dialog>
  );
}

type Draft = Pick<Phase, "name" | "type"> & { agingDays: string; staleDays: string };

function draftOf(phase: Phase | undefined): Draft {
  const { name, type, agingDays, staleDays } = phase ?? {
    name: "",
    type: "progress" as const,
    ...usualAges("progress"),
  };
  return { name, type, agingDays: String(agingDays), staleDays: String(staleDays) };
}

const days = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);

function Form({ phase, onClose }: { phase: Phase | undefined; onClose: () => void }) {
  const t = useTranslations("phases");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const [draft, setDraft] = useState(() => draftOf(phase));
  const { name, type, agingDays, staleDays } = draft;
  const input = { name, type, agingDays: days(agingDays), staleDays: days(staleDays) };
  const changes = useUnsavedChanges(input);
  const [refusal, setRefusal] = useState(noRefusal);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const settled = {
    onSuccess: () => {
      cache.refresh(cache.of("phases"));
      toast.success(t("saved"));
      onClose();
    },
    onError: (error: unknown) => {
      const kept = failureOf(error).code === "conflict";
      setRefusal(kept ? { fields: { type: t("progressLast") }, sentence: undefined } : refusals.of(error, draft));
    },
  };
  const create = useMutation(trpc.phases.create.mutationOptions(settled));
  const update = useMutation(
    useUnclashed(phase, (api) => api.phases.list.query({}), trpc.phases.update.mutationOptions(settled)),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (phase) update.mutate({ phaseId: phase.id, ...changes });
    else create.mutate(input);
  };
  return (
    <form noValidate className="contents" onSubmit={submit}>
      <DialogBody>
        <Field label={t("form.name")} error={refusal.fields.name} required>
          <Input value={draft.name} maxLength={255} onChange={(event) => change({ name: event.target.value })} />
        </Field>
        <Field label={t("form.type")} error={refusal.fields.type}>
          <RadioGroup
            value={draft.type}
            onValueChange={(type) => change({ type })}
            options={phaseTypes.map((value) => ({
              value,
              label: t(`types.${value}`),
              hint: t(`typeHints.${value}`),
            }))}
          />
        </Field>
        <div className="grid grid-cols-2 gap-4">
          {(["agingDays", "staleDays"] as const).map((name) => (
            <Field
              key={name}
              label={t(name === "agingDays" ? "form.aging" : "form.stale")}
              error={refusal.fields[name]}
            >
              <Input
                inputMode="numeric"
                maxLength={4}
                value={draft[name]}
                onChange={(event) => change({ [name]: event.target.value })}
              />
            </Field>
          ))}
        </div>
        <p className="text-text-muted text-xs">{t("form.ageHint")}</p>
        <RefusalNote refusal={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button type="submit" variant="primary" loading={create.isPending || update.isPending}>
          {phase ? t("form.save") : t("form.create")}
        </Button>
      </DialogFooter>
    </form>
  );
}
