"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { EditingDialog } from "#components/companies/editing-dialog.tsx";
import { RefusalNote } from "#components/companies/refusal-note.tsx";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { Checkbox } from "#components/forms/checkbox.tsx";
import { changesIn } from "#components/forms/draft-changes.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { ActionList, faultyActions } from "#components/macros/action-list.tsx";
import { useNames } from "#components/macros/use-names.ts";
import { useUnclashed } from "#components/settings/unclashed.ts";
import { Button } from "#components/ui/button.tsx";
import { DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Rule, RuleDryRun } from "#server/rules/schema.ts";
import { ConditionFields } from "./condition-fields.tsx";
import { DryRunResult } from "./dry-run-result.tsx";
import { draftOf, emptyDraft, faultIn, faultInCause, type RuleDraft, storedOf } from "./rule-draft.ts";
import { TriggerFields } from "./trigger-fields.tsx";

/** `new`, the rule to change, or nothing. */
export type EditedRule = Rule | "new" | undefined;

/** Closing with words that are not saved asks first. */
export function RuleForm({ edited, onClose }: { edited: EditedRule; onClose: () => void }) {
  const t = useTranslations("rules.form");
  return (
    <EditingDialog
      open={edited !== undefined}
      title={t(edited === "new" ? "createTitle" : "editTitle")}
      onClose={onClose}
    >
      {(form) => <Form rule={edited === "new" ? undefined : edited} {...form} />}
    </EditingDialog>
  );
}

type FormProps = { rule: Rule | undefined; onClose: () => void; onChanged: () => void };
type Stored = ReturnType<typeof storedOf>;

function Form({ rule, onClose, onChanged }: FormProps) {
  const t = useTranslations("rules.form");
  const tMatches = useTranslations("triggers.form");
  const [draft, setDraft] = useState<RuleDraft>(() => (rule ? draftOf(rule) : emptyDraft));
  const change = (part: Partial<RuleDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    onChanged();
  };
  const names = useNames();
  const { save, saving, tryOut, trying, told, refusal, setRefusal, faulty } = useRuleForm(rule, onClose);
  const isSound = (fault: ReturnType<typeof faultIn>) => {
    const words = {
      ...{ name: t("nameMissing"), field: t("fieldMissing"), actions: t("actionMissing") },
      matches: tMatches("phraseMissing"),
    };
    if (fault) setRefusal({ fields: { [fault]: words[fault] }, sentence: undefined });
    return !fault;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSound(faultIn(draft))) save(storedOf(draft));
  };
  return (
    <form noValidate className="contents" onSubmit={submit}>
      <DialogBody className="grid gap-5">
        <Field label={t("name")} hint={t("nameHint")} error={refusal.fields.name} required>
          <Input
            value={draft.name}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
        <TriggerFields draft={draft} faults={refusal.fields} onChange={change} />
        <ConditionFields draft={draft} faults={refusal.fields} onChange={change} />
        <ActionList
          actions={draft.actions}
          names={names}
          asks={false}
          faulty={faulty}
          error={refusal.fields.actions}
          onActions={(actions) => change({ actions })}
        />
        <Checkbox
          label={t("first")}
          hint={t("firstHint")}
          checked={draft.mode === "first"}
          onCheckedChange={(checked) => change({ mode: checked === true ? "first" : "all" })}
        />
        <RefusalNote refusal={refusal} />
        {told ? <DryRunResult key={told.to} told={told} /> : null}
      </DialogBody>
      <DialogFooter>
        <Button
          icon={<FlaskConical aria-hidden />}
          loading={trying}
          onClick={() => isSound(faultInCause(draft)) && tryOut(storedOf(draft))}
        >
          {t("tryOut")}
        </Button>
        <Button type="submit" variant="primary" loading={saving}>
          {rule ? t("save") : t("create")}
        </Button>
      </DialogFooter>
    </form>
  );
}

function useRuleForm(rule: Rule | undefined, onClose: () => void) {
  const t = useTranslations("rules.form");
  const tMatches = useTranslations("triggers.form");
  const trpc = useTRPC();
  const toast = useToast();
  const client = useQueryClient();
  const { cache } = useLive();
  const refusals = useRefusals();
  const [refusal, setRefusal] = useState(noRefusal);
  const [told, setTold] = useState<RuleDryRun>();
  const [faulty, setFaulty] = useState<ReadonlySet<number>>(new Set());
  const onError = (error: unknown) => {
    setFaulty(faultyActions(error));
    const { fields, sentence } = refusals.of(error);
    setRefusal({ fields: fields.matches ? { ...fields, matches: tMatches("badPattern") } : fields, sentence });
  };
  const settled = {
    onSuccess: () => {
      cache.refresh(cache.of("rules"));
      toast.success(t("saved"));
      onClose();
    },
    onError,
  };
  const create = useMutation(trpc.rules.create.mutationOptions(settled));
  const update = useMutation(
    useUnclashed(rule, (api) => api.rules.list.query({}), trpc.rules.update.mutationOptions(settled)),
  );
  const asked = useMutation({
    mutationFn: ({ trigger, conditions }: Stored) =>
      client.fetchQuery({ ...trpc.rules.dryRun.queryOptions({ trigger, conditions }), staleTime: 0 }),
    onSuccess: setTold,
    onError,
  });
  const save = (stored: Stored) => {
    setRefusal(noRefusal);
    setFaulty(new Set());
    const input = stored as Stored & { actions: never };
    if (rule) update.mutate({ ruleId: rule.id, ...changesIn(input, storedOf(draftOf(rule))) });
    else create.mutate(input);
  };
  const tryOut = (stored: Stored) => {
    setRefusal(noRefusal);
    asked.mutate(stored);
  };
  const saving = create.isPending || update.isPending;
  return { save, saving, tryOut, trying: asked.isPending, told, refusal, setRefusal, faulty };
}
