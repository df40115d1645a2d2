"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useMemo, useState } from "react";
import { RefusalNote } from "#components/companies/refusal-note.tsx";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { SettingsSection } from "#components/companies/settings-parts.tsx";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { LeaveGuard } from "#components/forms/leaving/leave-guard.tsx";
import { RadioGroup } from "#components/forms/radio-group.tsx";
import { Select } from "#components/forms/select.tsx";
import { Switch } from "#components/forms/switch.tsx";
import { Textarea } from "#components/forms/textarea.tsx";
import { useDraftChanges } from "#components/forms/use-draft-changes.ts";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { csatScales, maxQuestion } from "#server/csat/choices.ts";
import type { CsatSettingsView } from "#server/csat/schema.ts";

type Channel = { id: string; label: string };
type Template = { id: number; channelId: string; elementName: string; language: string };
type CsatFormProps = { settings: CsatSettingsView; channels: readonly Channel[]; templates: readonly Template[] };

const draftOf = ({ updatedAt: _at, delayMinutes, everyDays, ...rest }: CsatSettingsView) => ({
  ...rest,
  delayMinutes: String(delayMinutes),
  everyDays: String(everyDays),
});
type Draft = ReturnType<typeof draftOf>;

/** What is no whole number is left to the server to refuse. */
const numberOf = (text: string) => (text.trim() === "" ? Number.NaN : Number(text));
const wantedOf = ({ delayMinutes, everyDays, ...rest }: Partial<Draft>) => ({
  ...rest,
  ...(delayMinutes === undefined ? {} : { delayMinutes: numberOf(delayMinutes) }),
  ...(everyDays === undefined ? {} : { everyDays: numberOf(everyDays) }),
});

export function CsatForm({ settings, channels, templates }: CsatFormProps) {
  const t = useTranslations("csat.settings");
  const trpc = useTRPC();
  const toast = useToast();
  const queries = useQueryClient();
  const refusals = useRefusals();
  const mayWrite = useMay("websites_write");
  const stored = useMemo(() => draftOf(settings), [settings]);
  const faults = useTranslations("companies.faults");
  const { draft, changes, dirty, overtaken, change, discard, settle } = useDraftChanges(stored);
  const [refusal, setRefusal] = useState(noRefusal);
  const save = useMutation(
    trpc.csat.updateSettings.mutationOptions({
      onSuccess: (after) => {
        setRefusal(noRefusal);
        queries.setQueryData(trpc.csat.settings.queryKey({}), after);
        toast.success(t("saved"));
      },
      onError: (error) => setRefusal(refusals.of(error, wantedOf(draft))),
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(wantedOf(changes), { onSuccess: () => settle(changes) });
  };
  const parts = { draft, change, errors: refusal.fields };
  return (
    <form method="post" noValidate onSubmit={submit}>
      <LeaveGuard active={dirty} />
      <fieldset disabled={!mayWrite} className="contents">
        <When {...parts} />
        <How {...parts} />
        <After {...parts} />
        {channels.length > 0 ? <Templates {...parts} channels={channels} templates={templates} /> : null}
      </fieldset>
      <div
        hidden={!dirty && !refusal.sentence}
        className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 border-border border-t bg-surface px-5 py-3 [&[hidden]]:hidden phone:px-4"
      >
        <div className="min-w-0 flex-1 text-sm text-text-muted">
          <RefusalNote refusal={refusal} />
          <p role="status">{dirty && !refusal.sentence ? (overtaken ? faults("overtaken") : t("unsaved")) : null}</p>
        </div>
        <Button
          disabled={!dirty || save.isPending}
          onClick={() => {
            discard();
            setRefusal(noRefusal);
          }}
        >
          {t("discard")}
        </Button>
        <Button type="submit" variant="primary" disabled={!dirty} loading={save.isPending}>
          {t("save")}
        </Button>
      </div>
    </form>
  );
}

type PartProps = {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  errors: Readonly<Record<string, string>>;
};

function When({ draft, change, errors }: PartProps) {
  const t = useTranslations("csat.settings");
  return (
    <SettingsSection title={t("asking")} description={t("askingHint")}>
      <Field inline label={t("enabled")} hint={t("enabledHint")}>
        <Switch checked={draft.enabled} onCheckedChange={(enabled) => change({ enabled })} />
      </Field>
      <div className="grid grid-cols-2 gap-4 phone:grid-cols-1">
        <Field label={t("delay")} hint={t("delayHint")} error={errors.delayMinutes}>
          <Input
            inputMode="numeric"
            value={draft.delayMinutes}
            onChange={(event) => change({ delayMinutes: event.target.value })}
          />
        </Field>
        <Field label={t("everyDays")} hint={t("everyDaysHint")} error={errors.everyDays}>
          <Input
            inputMode="numeric"
            value={draft.everyDays}
            onChange={(event) => change({ everyDays: event.target.value })}
          />
        </Field>
      </div>
    </SettingsSection>
  );
}

function How({ draft, change, errors }: PartProps) {
  const t = useTranslations("csat.settings");
  return (
    <SettingsSection title={t("question")} description={t("questionSection")}>
      <Field label={t("scale")}>
        <RadioGroup
          cards
          value={draft.scale}
          onValueChange={(scale) => change({ scale })}
          options={csatScales.map((value) => ({ value, label: t(`scales.${value}`), hint: t(`scaleHints.${value}`) }))}
        />
      </Field>
      <Field label={t("words")} hint={t("wordsHint")} error={errors.question}>
        <Textarea
          rows={2}
          maxLength={maxQuestion}
          value={draft.question}
          placeholder={t("standard")}
          onChange={(event) => change({ question: event.target.value })}
        />
      </Field>
    </SettingsSection>
  );
}

function After({ draft, change }: PartProps) {
  const t = useTranslations("csat.settings");
  return (
    <SettingsSection title={t("after")}>
      <Field inline label={t("askComment")} hint={t("askCommentHint")}>
        <Switch checked={draft.askComment} onCheckedChange={(askComment) => change({ askComment })} />
      </Field>
      <Field inline label={t("lowTask")} hint={t("lowTaskHint")}>
        <Switch checked={draft.lowTask} onCheckedChange={(lowTask) => change({ lowTask })} />
      </Field>
    </SettingsSection>
  );
}

const none = "none";

function Templates({ draft, change, errors, channels, templates }: PartProps & Omit<CsatFormProps, "settings">) {
  const t = useTranslations("csat.settings");
  const choose = (channelId: string, chosen: string) => {
    const others = draft.templates.filter((one) => one.channelId !== channelId);
    change({ templates: chosen === none ? others : [...others, { channelId, templateId: Number(chosen) }] });
  };
  return (
    <SettingsSection title={t("whatsapp")} description={t("whatsappHint")}>
      {channels.map(({ id, label }) => {
        const chosen = draft.templates.find(({ channelId }) => channelId === id)?.templateId;
        const own = templates.filter(({ channelId }) => channelId === id);
        const at = draft.templates.findIndex(({ channelId }) => channelId === id);
        return (
          <Field
            key={id}
            label={label}
            hint={own.length === 0 ? t("noTemplates") : undefined}
            error={errors[`templates.${at}.templateId`]}
          >
            <Select
              value={chosen === undefined ? none : String(chosen)}
              onValueChange={(next) => choose(id, next)}
              options={[
                { value: none, label: t("noTemplate") },
                ...own.map((one) => ({ value: String(one.id), label: `${one.elementName} (${one.language})` })),
              ]}
            />
          </Field>
        );
      })}
    </SettingsSection>
  );
}
