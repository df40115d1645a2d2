"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { EditingDialog } from "#components/companies/editing-dialog.tsx";
import { RefusalNote } from "#components/companies/refusal-note.tsx";
import { noRefusal, type Refusal, useRefusals } from "#components/companies/refusals.ts";
import { KnownConditions } from "#components/conditions/known-conditions.tsx";
import { changesIn } from "#components/forms/draft-changes.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { Switch } from "#components/forms/switch.tsx";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useUnclashed } from "#components/settings/unclashed.ts";
import { Button } from "#components/ui/button.tsx";
import { DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { SlaPolicyView } from "#server/sla/schema.ts";
import { ConditionFields } from "./condition-fields.tsx";
import { draftOf, emptyDraft, faultIn, type PolicyDraft, storedOf, targetNames } from "./policy-draft.ts";
import { TargetFields } from "./target-fields.tsx";

/** `new`, the service level to change, or nothing. */
export type EditedPolicy = SlaPolicyView | "new" | undefined;

export function PolicyForm({ edited, onClose }: { edited: EditedPolicy; onClose: () => void }) {
  const t = useTranslations("sla.form");
  return (
    <EditingDialog
      open={edited !== undefined}
      title={t(edited === "new" ? "createTitle" : "editTitle")}
      onClose={onClose}
    >
      {(form) => <Form policy={edited === "new" ? undefined : edited} {...form} />}
    </EditingDialog>
  );
}

type FormProps = { policy: SlaPolicyView | undefined; onClose: () => void; onChanged: () => void };

const usual = "default";

function Form({ policy, onClose, onChanged }: FormProps) {
  const t = useTranslations("sla.form");
  const trpc = useTRPC();
  const calendars = useQuery(trpc.calendars.list.queryOptions({})).data ?? [];
  const [draft, setDraft] = useState<PolicyDraft>(() => (policy ? draftOf(policy) : emptyDraft));
  const { save, saving, refusal, refuse } = useSavePolicy(policy, onClose);
  const change = (part: Partial<PolicyDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    onChanged();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const fault = faultIn(draft);
    if (!fault) return save(draft);
    const [kind = "", target = ""] = fault.split(":");
    const field = target || (kind === "none" ? "firstResponse" : kind);
    refuse({ fields: { [field]: t(`faults.${kind as "name" | "none" | "time" | "long"}`) }, sentence: undefined });
  };
  const byDefault = calendars.find(({ isDefault }) => isDefault)?.name;
  return (
    <form noValidate className="contents" onSubmit={submit}>
      <DialogBody className="grid gap-5">
        <Field label={t("name")} error={refusal.fields.name} required>
          <Input
            value={draft.name}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
        <ConditionFields conditions={draft.conditions} onConditions={(conditions) => change({ conditions })} />
        <KnownConditions
          conditions={draft.tree}
          error={refusal.fields.tree}
          onConditions={(tree) => change({ tree })}
        />
        <TargetFields targets={draft.targets} errors={refusal.fields} onTargets={(targets) => change({ targets })} />
        <Field label={t("calendar")} hint={t("calendarHint")} error={refusal.fields.calendarId}>
          <Select
            value={draft.calendarId ?? usual}
            onValueChange={(id) => change({ calendarId: id === usual ? null : id })}
            options={[
              { value: usual, label: byDefault ? t("byDefault", { name: byDefault }) : t("allTime") },
              ...calendars.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
        <Field inline label={t("pausesForVisitor")} hint={t("pausesForVisitorHint")}>
          <Switch
            checked={draft.pausesForVisitor}
            onCheckedChange={(pausesForVisitor) => change({ pausesForVisitor })}
          />
        </Field>
        <RefusalNote refusal={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button type="submit" variant="primary" loading={saving}>
          {t(policy ? "save" : "create")}
        </Button>
      </DialogFooter>
    </form>
  );
}

const ownFields: readonly string[] = ["name", "calendarId", ...targetNames];

/** What is wrong in a condition is shown where conditions are edited. */
function atConditions({ fields, sentence }: Refusal): Refusal {
  const [, tree] = Object.entries(fields).find(([field]) => !ownFields.includes(field)) ?? [];
  return { fields: tree === undefined ? fields : { ...fields, tree }, sentence };
}

function useSavePolicy(policy: SlaPolicyView | undefined, onClose: () => void) {
  const t = useTranslations("sla");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const [refusal, refuse] = useState(noRefusal);
  const settled = {
    onSuccess: () => {
      cache.refresh(cache.of("sla"));
      toast.success(t("saved"));
      onClose();
    },
    onError: (error: unknown) => refuse(atConditions(refusals.of(error))),
  };
  const create = useMutation(trpc.sla.createPolicy.mutationOptions(settled));
  const update = useMutation(
    useUnclashed(policy, (api) => api.sla.policies.query({}), trpc.sla.updatePolicy.mutationOptions(settled)),
  );
  const save = (draft: PolicyDraft) => {
    refuse(noRefusal);
    const stored = storedOf(draft, policy);
    if (policy) update.mutate({ slaPolicyId: policy.id, ...changesIn(stored, storedOf(draftOf(policy), policy)) });
    else create.mutate(stored);
  };
  return { save, saving: create.isPending || update.isPending, refusal, refuse };
}
