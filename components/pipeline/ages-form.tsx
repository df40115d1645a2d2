"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { changesIn } from "#components/forms/draft-changes.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useUnclashed } from "#components/settings/unclashed.ts";
import { Button } from "#components/ui/button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Phase } from "#server/phases/schema.ts";

const maxDays = 3650;

/** Whole days; undefined for anything else. */
function readDays(text: string): number | undefined {
  const days = Number(text.trim());
  return /^\d{1,4}$/.test(text.trim()) && days <= maxDays ? days : undefined;
}

export function AgesForm({ phase, onDone }: { phase: Phase; onDone: () => void }) {
  const t = useTranslations("pipeline.ages");
  const toast = useToast();
  const trpc = useTRPC();
  const client = useQueryClient();
  const [aging, setAging] = useState(String(phase.agingDays));
  const [stale, setStale] = useState(String(phase.staleDays));
  const [agingDays, staleDays] = [readDays(aging), readDays(stale)];
  const backwards = Boolean(agingDays && staleDays && staleDays < agingDays);
  const [read] = useState(phase);
  const save = useMutation(
    useUnclashed(
      read,
      (api) => api.phases.list.query({}),
      trpc.phases.update.mutationOptions({
        onSuccess: async () => {
          await client.invalidateQueries({ queryKey: trpc.phases.list.queryKey() });
          toast.success(t("saved", { name: phase.name }));
          onDone();
        },
      }),
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (agingDays === undefined || staleDays === undefined || backwards) return;
    save.mutate({ phaseId: phase.id, ...changesIn({ agingDays, staleDays }, read) });
  };
  const staleError = staleDays === undefined ? t("invalid") : backwards ? t("backwards") : undefined;
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <p className="text-pretty text-text-muted text-xs">{t("explain")}</p>
      <Field label={t("aging")} error={agingDays === undefined ? t("invalid") : undefined}>
        <Input inputMode="numeric" value={aging} maxLength={4} onChange={(event) => setAging(event.target.value)} />
      </Field>
      <Field label={t("stale")} error={staleError}>
        <Input inputMode="numeric" value={stale} maxLength={4} onChange={(event) => setStale(event.target.value)} />
      </Field>
      {save.error ? (
        <p role="alert" className="text-danger text-xs">
          {failureOf(save.error).message || t("failed")}
        </p>
      ) : null}
      <Button type="submit" variant="primary" loading={save.isPending}>
        {t("save")}
      </Button>
    </form>
  );
}
