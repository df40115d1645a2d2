"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useMemo } from "react";
import { RefusalNote } from "#components/companies/refusal-note.tsx";
import { SettingsSection } from "#components/companies/settings-parts.tsx";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { LeaveGuard } from "#components/forms/leaving/leave-guard.tsx";
import { Select } from "#components/forms/select.tsx";
import { Switch } from "#components/forms/switch.tsx";
import { Textarea } from "#components/forms/textarea.tsx";
import { useDraftChanges } from "#components/forms/use-draft-changes.ts";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { laterModule, useWhenThere } from "#components/ui/late/later.tsx";
import type { ChannelLook } from "#server/channels/schema.ts";
import { AppearanceFields } from "./appearance-fields.tsx";
import { type ChannelDraft, draftOf, isTagged } from "./draft.ts";
import { useSaveChannel } from "./use-save-channel.ts";
import { WidgetPreview } from "./widget-preview.tsx";

const origins = laterModule(() => import("./origins.ts"));

export type ChangeDraft = (part: Partial<ChannelDraft>) => void;

export function ChannelForm({ look }: { look: ChannelLook }) {
  const t = useTranslations("channels");
  const stored = useMemo(() => draftOf(look), [look]);
  const faults = useTranslations("companies.faults");
  const { draft, changes, dirty, overtaken, change, discard, settle } = useDraftChanges(stored);
  const { save, pending, refusal, forget } = useSaveChannel(look, settle);
  const readOnly = !useMay("websites_write");
  const fault = useWhenThere(origins, draft.origins !== "")?.originsFault(draft.origins);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fault === undefined) save(changes);
  };
  const isWeb = look.channel.type === "WEBSITE";
  return (
    <form noValidate onSubmit={submit} aria-label={look.channel.label}>
      <LeaveGuard active={dirty} />
      <fieldset disabled={readOnly} className="min-w-0">
        <General draft={draft} change={change} error={refusal.fields.label} />
        {isWeb ? (
          <>
            <SettingsSection
              title={t("look.title")}
              description={
                <div className="grid gap-4">
                  {t("look.hint")}
                  <WidgetPreview appearance={draft.appearance} botName={look.botName} />
                </div>
              }
            >
              <AppearanceFields draft={draft} change={change} botName={look.botName} errors={refusal.fields} />
            </SettingsSection>
            <Access draft={draft} change={change} fault={fault} />
          </>
        ) : null}
        {isTagged(look.channel.type) ? <AnsweringWindow draft={draft} change={change} /> : null}
      </fieldset>
      {readOnly ? null : (
        <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 border-border border-t bg-surface px-5 py-3 phone:px-4">
          <div className="min-w-0 flex-1 text-sm text-text-muted">
            <RefusalNote refusal={refusal} />
            <p role="status">
              {dirty && !refusal.sentence ? (overtaken ? faults("overtaken") : t("form.unsaved")) : null}
            </p>
          </div>
          <Button
            disabled={!dirty || pending}
            onClick={() => {
              discard();
              forget();
            }}
          >
            {t("form.discard")}
          </Button>
          <Button type="submit" variant="primary" disabled={!dirty || fault !== undefined} loading={pending}>
            {t("form.save")}
          </Button>
        </div>
      )}
    </form>
  );
}

type PartProps = { draft: ChannelDraft; change: ChangeDraft };

function General({ draft, change, error }: PartProps & { error: string | undefined }) {
  const t = useTranslations("channels.general");
  const trpc = useTRPC();
  const chatbots = useQuery(trpc.chatbots.list.queryOptions({}));
  const bots = (chatbots.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <SettingsSection title={t("title")} description={t("hint")}>
      <Field label={t("label")} error={error} required>
        <Input value={draft.label} maxLength={255} onChange={(event) => change({ label: event.target.value })} />
      </Field>
      <Field label={t("bot")} hint={t("botHint")}>
        <Select
          value={draft.chatbotId || "none"}
          onValueChange={(next) => change({ chatbotId: next === "none" ? "" : next })}
          options={[{ value: "none", label: t("noBot") }, ...bots]}
        />
      </Field>
    </SettingsSection>
  );
}

function AnsweringWindow({ draft, change }: PartProps) {
  const t = useTranslations("channels.window");
  return (
    <SettingsSection title={t("title")} description={t("hint")}>
      <Field inline label={t("humanAgent")} hint={t("humanAgentHint")}>
        <Switch checked={draft.humanAgent} onCheckedChange={(humanAgent) => change({ humanAgent })} />
      </Field>
    </SettingsSection>
  );
}

function Access({ draft, change, fault }: PartProps & { fault: number | undefined }) {
  const t = useTranslations("channels.access");
  const identity = useTranslations("channels.identity");
  return (
    <SettingsSection title={t("title")} description={t("hint")}>
      <Field
        label={t("origins")}
        hint={t("originsHint")}
        error={fault === undefined ? undefined : t("originsFault", { line: fault })}
      >
        <Textarea
          rows={3}
          spellCheck={false}
          value={draft.origins}
          className="font-mono"
          onChange={(event) => change({ origins: event.target.value })}
        />
      </Field>
      <Field inline label={identity("required")} hint={identity("requiredHint")}>
        <Switch checked={draft.identityRequired} onCheckedChange={(identityRequired) => change({ identityRequired })} />
      </Field>
    </SettingsSection>
  );
}
