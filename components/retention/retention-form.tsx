"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { type FormEvent, useMemo, useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { SettingsSection } from "#components/companies/settings-parts.tsx";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { LeaveGuard } from "#components/forms/leaving/leave-guard.tsx";
import { Switch } from "#components/forms/switch.tsx";
import { useDraftChanges } from "#components/forms/use-draft-changes.ts";
import { useTRPC, useTRPCClient } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { daysOf, type RetentionKind, retentionKinds } from "#server/retention/choices.ts";
import type { RetentionRuleView } from "#server/retention/schema.ts";

/** As typed; null: kept. */
type Draft = Readonly<Record<RetentionKind, string | null>>;
type Counted = { kind: RetentionKind; count: number };

const usual: Readonly<Record<RetentionKind, number>> = {
  conversations: 730,
  messages: 730,
  files: 365,
  events: 365,
  payloads: 14,
  logs: 30,
};

const draftOf = (rules: readonly RetentionRuleView[]) =>
  Object.fromEntries(rules.map(({ kind, days }) => [kind, days === null ? null : String(days)])) as Draft;

function daysIn(kind: RetentionKind, text: string | null): number | null | undefined {
  if (text === null) return null;
  const days = Number(text);
  const { least, most } = daysOf[kind];
  return Number.isInteger(days) && days >= least && days <= most ? days : undefined;
}

export function RetentionForm({ rules }: { rules: readonly RetentionRuleView[] }) {
  const t = useTranslations("retention");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const toast = useToast();
  const refusals = useRefusals();
  const queries = useQueryClient();
  const stored = useMemo(() => draftOf(rules), [rules]);
  const faults = useTranslations("companies.faults");
  const { draft, changes, dirty, overtaken, change, discard, settle } = useDraftChanges(stored);
  const [asked, setAsked] = useState<readonly Counted[]>([]);
  const [asking, setAsking] = useState(false);
  const [counting, setCounting] = useState(false);
  const changed = retentionKinds.filter((kind) => kind in changes);
  const wrong = retentionKinds.filter((kind) => daysIn(kind, draft[kind]) === undefined);
  const update = useMutation(trpc.retention.update.mutationOptions());
  const save = async () => {
    const wanted = Object.fromEntries(changed.map((kind) => [kind, daysIn(kind, draft[kind])]));
    const after = await update.mutateAsync(wanted);
    queries.setQueryData(trpc.retention.read.queryKey({}), after);
    settle(changes);
    toast.success(t("saved"));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (wrong.length > 0) return;
    setCounting(true);
    try {
      const days = changed.flatMap((kind) => {
        const wanted = daysIn(kind, draft[kind]);
        return wanted ? [[kind, wanted] as const] : [];
      });
      const { counts } = await client.retention.preview.query(Object.fromEntries(days));
      const doomed = counts.filter(({ kind, count }) => count > 0 && changed.includes(kind));
      if (doomed.length === 0) await save();
      else {
        setAsked(doomed);
        setAsking(true);
      }
    } catch (error) {
      toast.error(refusals.sentence(error));
    } finally {
      setCounting(false);
    }
  };
  return (
    <form method="post" noValidate onSubmit={submit}>
      <LeaveGuard active={dirty} />
      <SettingsSection title={t("ages")} description={t("agesHint")}>
        {rules.map((rule) => (
          <KindField
            key={rule.kind}
            rule={rule}
            text={draft[rule.kind]}
            onChange={(text) => change({ [rule.kind]: text })}
          />
        ))}
      </SettingsSection>
      <div
        hidden={!dirty}
        className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 border-border border-t bg-surface px-5 py-3 [&[hidden]]:hidden phone:px-4"
      >
        <p role="status" className="min-w-0 flex-1 text-sm text-text-muted">
          {overtaken ? faults("overtaken") : t("unsaved")}
        </p>
        <Button disabled={counting} onClick={discard}>
          {t("discard")}
        </Button>
        <Button type="submit" variant="primary" disabled={wrong.length > 0} loading={counting || update.isPending}>
          {t("save")}
        </Button>
      </div>
      <ConfirmDialog
        danger
        open={asking}
        onOpenChange={setAsking}
        title={t("confirm.title")}
        description={t("confirm.description")}
        confirmLabel={t("confirm.save")}
        onConfirm={save}
        errorText={(error) => refusals.sentence(error)}
      >
        <ul className="grid gap-1 text-sm">
          {asked.map(({ kind, count }) => (
            <li key={kind}>{t(`confirm.${kind}`, { count })}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </form>
  );
}

type KindFieldProps = { rule: RetentionRuleView; text: string | null; onChange: (text: string | null) => void };

function KindField({ rule, text, onChange }: KindFieldProps) {
  const t = useTranslations("retention");
  const format = useFormatter();
  const { kind, removed, removedAt } = rule;
  const { least, most } = daysOf[kind];
  const fault = daysIn(kind, text) === undefined ? t("range", { least, most }) : undefined;
  return (
    <div className="grid gap-2">
      <Field inline label={t(`kinds.${kind}`)} hint={t(`hints.${kind}`)}>
        <Switch checked={text !== null} onCheckedChange={(on) => onChange(on ? String(usual[kind]) : null)} />
      </Field>
      {text === null ? null : (
        <Field label={t("days", { kind: t(`kinds.${kind}`) })} error={fault} required>
          <Input
            className="w-28"
            type="number"
            inputMode="numeric"
            min={least}
            max={most}
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        </Field>
      )}
      {removed > 0 ? (
        <p className="text-text-muted text-xs">
          {t("removed", {
            count: removed,
            at: removedAt ? format.dateTime(new Date(removedAt), { dateStyle: "medium" }) : "",
          })}
        </p>
      ) : null}
    </div>
  );
}
