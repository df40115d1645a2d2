"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalNote } from "#components/companies/refusal-note.tsx";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { RadioGroup } from "#components/forms/radio-group.tsx";
import { Select } from "#components/forms/select.tsx";
import { Switch } from "#components/forms/switch.tsx";
import { useUnsavedChanges } from "#components/forms/use-unsaved.ts";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useUnclashed } from "#components/settings/unclashed.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { assignmentMethods, assignmentOrders, maxLimit } from "#server/assignment/choices.ts";
import type { TeamName } from "#server/teams/schema.ts";
import type { Subject } from "./assignment-settings.tsx";
import { DryRun } from "./dry-run.tsx";

type PolicyFormProps = { subject: Subject | undefined; teams: readonly TeamName[]; onClose: () => void };

export function PolicyForm({ subject, teams, onClose }: PolicyFormProps) {
  const t = useTranslations("assignment.form");
  return (
    <Dialog
      size="lg"
      open={subject !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t("title", { name: subject?.name ?? "" })}
    >
      {subject ? <Form subject={subject} teams={teams} onClose={onClose} /> : null}
    </Dialog>
  );
}

const usual = {
  ...({ method: "balanced", order: "oldest_waiting", perPerson: null, perTeam: null } as const),
  ...{ onlyAvailable: true, sticky: true, awayHandsBack: false, withinHours: false, fallbackTeamId: null },
};
const nobody = "none";

/** Empty: no limit; what is no number is left to the server to refuse. */
const numberOf = (text: string) => (text.trim() === "" ? null : Number(text));

function Form({ subject, teams, onClose }: PolicyFormProps & { subject: Subject }) {
  const t = useTranslations("assignment");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const { policy, of } = subject;
  const teamId = "teamId" in of ? of.teamId : null;
  const start = policy ?? usual;
  const [draft, setDraft] = useState({
    ...{ method: start.method, order: start.order, onlyAvailable: start.onlyAvailable, sticky: start.sticky },
    ...{ perPerson: start.perPerson?.toString() ?? "", perTeam: start.perTeam?.toString() ?? "" },
    ...{ awayHandsBack: start.awayHandsBack, withinHours: start.withinHours },
    fallbackTeamId: start.fallbackTeamId ?? nobody,
  });
  const [refusal, setRefusal] = useState(noRefusal);
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const wanted = {
    ...draft,
    perPerson: numberOf(draft.perPerson),
    perTeam: teamId === null ? null : numberOf(draft.perTeam),
    fallbackTeamId: draft.fallbackTeamId === nobody ? null : draft.fallbackTeamId,
  };
  const changes = useUnsavedChanges(wanted);
  const settled = {
    onSuccess: () => {
      cache.refresh(cache.of("assignment"));
      toast.success(t("saved"));
      onClose();
    },
    onError: (error: unknown) => setRefusal(refusals.of(error, wanted)),
  };
  const create = useMutation(trpc.assignment.createPolicy.mutationOptions(settled));
  const update = useMutation(
    useUnclashed(
      policy,
      (api) => api.assignment.policies.query({}),
      trpc.assignment.updatePolicy.mutationOptions(settled),
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (policy) update.mutate({ policyId: policy.id, ...changes });
    else create.mutate({ ...of, ...wanted });
  };
  const gives = draft.method !== "manual";
  const others = teams.filter(({ id }) => id !== teamId);
  return (
    <form noValidate className="contents" onSubmit={submit}>
      <DialogBody>
        <Field label={t("form.method")} error={refusal.fields.method}>
          <RadioGroup
            cards
            value={draft.method}
            onValueChange={(method) => change({ method })}
            options={assignmentMethods.map((value) => ({
              value,
              label: t(`methods.${value}`),
              hint: t(`methodHints.${value}`),
            }))}
          />
        </Field>
        {gives ? (
          <>
            <Field label={t("form.order")}>
              <Select
                value={draft.order}
                onValueChange={(order) => change({ order })}
                options={assignmentOrders.map((value) => ({ value, label: t(`orders.${value}`) }))}
              />
            </Field>
            <div className="grid grid-cols-2 gap-4 phone:grid-cols-1">
              <Limit
                label={t("form.perPerson")}
                hint={t("form.limitHint")}
                error={refusal.fields.perPerson}
                value={draft.perPerson}
                onValue={(perPerson) => change({ perPerson })}
              />
              {teamId === null ? null : (
                <Limit
                  label={t("form.perTeam")}
                  hint={t("form.limitHint")}
                  error={refusal.fields.perTeam}
                  value={draft.perTeam}
                  onValue={(perTeam) => change({ perTeam })}
                />
              )}
            </div>
            <Field inline label={t("form.onlyAvailable")} hint={t("form.onlyAvailableHint")}>
              <Switch checked={draft.onlyAvailable} onCheckedChange={(onlyAvailable) => change({ onlyAvailable })} />
            </Field>
            {draft.onlyAvailable ? (
              <Field inline label={t("form.awayHandsBack")} hint={t("form.awayHandsBackHint")}>
                <Switch checked={draft.awayHandsBack} onCheckedChange={(awayHandsBack) => change({ awayHandsBack })} />
              </Field>
            ) : null}
            <Field inline label={t("form.sticky")} hint={t("form.stickyHint")}>
              <Switch checked={draft.sticky} onCheckedChange={(sticky) => change({ sticky })} />
            </Field>
            <Field inline label={t("form.withinHours")} hint={t("form.withinHoursHint")}>
              <Switch checked={draft.withinHours} onCheckedChange={(withinHours) => change({ withinHours })} />
            </Field>
            {others.length > 0 ? (
              <Field
                label={t("form.fallback")}
                hint={draft.fallbackTeamId === nobody ? undefined : t("form.fallbackHint")}
                error={refusal.fields.fallbackTeamId}
              >
                <Select
                  value={draft.fallbackTeamId}
                  onValueChange={(fallbackTeamId) => change({ fallbackTeamId })}
                  options={[
                    { value: nobody, label: t("form.noFallback") },
                    ...others.map(({ id, name }) => ({ value: id, label: name })),
                  ]}
                />
              </Field>
            ) : null}
            <DryRun key={JSON.stringify(wanted)} draft={{ ...of, ...wanted }} />
          </>
        ) : null}
        <RefusalNote refusal={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button type="submit" variant="primary" loading={create.isPending || update.isPending}>
          {t("form.save")}
        </Button>
      </DialogFooter>
    </form>
  );
}

type LimitProps = {
  label: string;
  hint: string;
  error: string | undefined;
  value: string;
  onValue: (value: string) => void;
};

function Limit({ label, hint, error, value, onValue }: LimitProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      <Input
        type="number"
        inputMode="numeric"
        min={1}
        max={maxLimit}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </Field>
  );
}
