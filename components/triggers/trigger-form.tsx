"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalNote } from "#components/companies/refusal-note.tsx";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { Checkbox } from "#components/forms/checkbox.tsx";
import { changesIn } from "#components/forms/draft-changes.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useUnclashed } from "#components/settings/unclashed.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Trigger } from "#server/triggers/schema.ts";
import { MatchList } from "./match-list.tsx";
import { ActionFields } from "./trigger-actions.tsx";
import { draftOf, emptyDraft, faultIn, storedOf, type TriggerDraft } from "./trigger-draft.ts";

/** `new`, the trigger to change, or nothing. */
export type EditedTrigger = Trigger | "new" | undefined;

/** Closing with words that are not saved asks first. */
export function TriggerForm({ edited, onClose }: { edited: EditedTrigger; onClose: () => void }) {
  const t = useTranslations("triggers.form");
  const [changed, setChanged] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const close = () => {
    setChanged(false);
    setLeaving(false);
    onClose();
  };
  return (
    <>
      <Dialog
        open={edited !== undefined}
        onOpenChange={(open) => !open && (changed ? setLeaving(true) : close())}
        title={edited === "new" ? t("createTitle") : t("editTitle")}
        className="max-w-160"
      >
        {edited ? (
          <Form trigger={edited === "new" ? undefined : edited} onClose={close} onChanged={() => setChanged(true)} />
        ) : null}
      </Dialog>
      <ConfirmDialog
        danger
        open={leaving}
        onOpenChange={setLeaving}
        title={t("leaveTitle")}
        description={t("leaveText")}
        confirmLabel={t("leave")}
        onConfirm={close}
      />
    </>
  );
}

type FormProps = { trigger: Trigger | undefined; onClose: () => void; onChanged: () => void };

function Form({ trigger, onClose, onChanged }: FormProps) {
  const t = useTranslations("triggers.form");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const [draft, setDraft] = useState<TriggerDraft>(() => (trigger ? draftOf(trigger) : emptyDraft));
  const [refusal, setRefusal] = useState(noRefusal);
  const change = (part: Partial<TriggerDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    onChanged();
  };
  const settled = {
    onSuccess: () => {
      cache.refresh(cache.of("triggers"));
      toast.success(t("saved"));
      onClose();
    },
    onError: (error: unknown) => {
      const { fields, sentence } = refusals.of(error, { ...draft, value: "?" });
      setRefusal({ fields: fields.matches ? { ...fields, matches: t("badPattern") } : fields, sentence });
    },
  };
  const create = useMutation(trpc.triggers.create.mutationOptions(settled));
  const update = useMutation(
    useUnclashed(trigger, (api) => api.triggers.list.query({}), trpc.triggers.update.mutationOptions(settled)),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const fault = faultIn(draft);
    if (fault === "name") return setRefusal({ fields: { name: t("nameMissing") }, sentence: undefined });
    if (fault === "matches") return setRefusal({ fields: { matches: t("phraseMissing") }, sentence: undefined });
    if (fault === "nothing") return setRefusal({ fields: {}, sentence: t("nothing") });
    setRefusal(noRefusal);
    const stored = storedOf(draft, trigger);
    if (trigger) update.mutate({ triggerId: trigger.id, ...changesIn(stored, storedOf(draftOf(trigger), trigger)) });
    else create.mutate(stored);
  };
  return (
    <form noValidate className="contents" onSubmit={submit}>
      <DialogBody className="grid gap-5">
        <Field label={t("name")} hint={t("nameHint")} error={refusal.fields.name} required>
          <Input
            value={draft.name}
            maxLength={255}
            autoComplete="off"
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
        <MatchList matches={draft.matches} onChange={(matches) => change({ matches })} fault={refusal.fields.matches} />
        <Where draft={draft} onChange={change} />
        <ActionFields draft={draft} onChange={change} faults={refusal.fields} />
        <RefusalNote refusal={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button type="submit" variant="primary" loading={create.isPending || update.isPending}>
          {trigger ? t("save") : t("create")}
        </Button>
      </DialogFooter>
    </form>
  );
}

const channelKinds = ["WEBSITE", "WHATSAPP", "FACEBOOK", "INSTAGRAM"] as const;
const hours = ["always", "in", "out"] as const;

type WhereProps = { draft: TriggerDraft; onChange: (change: Partial<TriggerDraft>) => void };

function Where({ draft, onChange }: WhereProps) {
  const t = useTranslations("triggers.form");
  const toggle = (channel: string, on: boolean) =>
    onChange({ channels: on ? [...draft.channels, channel] : draft.channels.filter((one) => one !== channel) });
  return (
    <div className="grid gap-3">
      <fieldset>
        <legend className="mb-1.5 font-medium text-sm">{t("channels")}</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          {channelKinds.map((channel) => (
            <Checkbox
              key={channel}
              label={t(`channel.${channel}`)}
              checked={draft.channels.includes(channel)}
              onCheckedChange={(checked) => toggle(channel, checked === true)}
            />
          ))}
        </div>
        <p className="mt-1 text-text-muted text-xs">{t("channelsHint")}</p>
      </fieldset>
      <Field label={t("hours")}>
        <Select
          options={hours.map((value) => ({ value, label: t(`hour.${value}`) }))}
          value={draft.businessHours}
          onValueChange={(businessHours) => onChange({ businessHours })}
        />
      </Field>
    </div>
  );
}
