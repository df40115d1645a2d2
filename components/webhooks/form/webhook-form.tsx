"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Select, type SelectOption } from "#components/forms/select.tsx";
import { Switch } from "#components/forms/switch.tsx";
import { useTRPC } from "#components/live/api.ts";
import { untilLoaded } from "#components/ui/late/insist.ts";
import { backoffMs } from "../log/attempt-timing.ts";
import { useWait } from "../log/delivery-words.ts";
import { type DraftFaults, isMoved, type WebhookDraft } from "./draft.ts";
import { EventPicker } from "./event-picker.tsx";
import { HeadersEditor } from "./headers-editor.tsx";
import { PingButton } from "./ping-button.tsx";

const MoreOptions = dynamic(() => untilLoaded(() => import("./more-options.tsx")).then((it) => it.MoreOptions), {
  loading: () => null,
});

type WebhookFieldsProps = {
  draft: WebhookDraft;
  onDraftChange: (draft: WebhookDraft) => void;
  faults: DraftFaults;
  /** What the service refused. */
  refused: Readonly<Record<string, string>>;
};

const retryCounts = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

export function WebhookFields({ draft, onDraftChange, faults, refused }: WebhookFieldsProps) {
  const t = useTranslations("webhooks.form");
  const change = (part: Partial<WebhookDraft>) => onDraftChange({ ...draft, ...part });
  const urlError = faults.url ? t(`faults.url.${faults.url}`) : refused.url && t("faults.refused");
  return (
    <>
      <div className="grid gap-2">
        <Field label={t("url")} hint={isMoved(draft) ? t("movedHint") : t("urlHint")} error={urlError} required>
          <Input
            type="url"
            inputMode="url"
            value={draft.url}
            maxLength={2048}
            autoComplete="off"
            spellCheck={false}
            placeholder={t("urlPlaceholder")}
            onChange={(event) => change({ url: event.target.value })}
          />
        </Field>
        <PingButton url={draft.url} />
      </div>
      <EventPicker
        values={draft.eventTypes}
        onValuesChange={(eventTypes) => change({ eventTypes })}
        error={faults.events ? t("faults.events") : undefined}
      />
      <ChannelField
        value={draft.websiteId}
        error={refused.websiteId}
        onValueChange={(websiteId) => change({ websiteId })}
      />
      <RetriesField value={draft.retryCount} onValueChange={(retryCount) => change({ retryCount })} />
      <Field inline label={t("signed")} hint={t("signedHint")}>
        <Switch checked={draft.signed} onCheckedChange={(signed) => change({ signed })} />
      </Field>
      <HeadersEditor rows={draft.headers} moved={isMoved(draft)} onRowsChange={(headers) => change({ headers })} />
      <p role="alert" tabIndex={-1} className="text-danger text-sm empty:hidden">
        {faults.headers || refused.customHeaders ? t("faults.headers") : ""}
      </p>
      <MoreOptions draft={draft} faults={faults} refused={refused} onChange={change} />
    </>
  );
}

type ChoiceProps<Value> = { value: Value; onValueChange: (value: Value) => void };

function ChannelField({ value, error, onValueChange }: ChoiceProps<string> & { error: string | undefined }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const channels = useQuery(trpc.channels.names.queryOptions({})).data ?? [];
  const options: SelectOption<string>[] = [
    { value: "*", label: t("allChannels") },
    ...channels.map(({ id, label }) => ({ value: id, label })),
  ];
  // The channel a webhook was made for may be gone.
  if (!options.some((option) => option.value === value)) options.push({ value, label: t("goneChannel") });
  return (
    <Field label={t("form.channel")} hint={value === "*" ? undefined : t("form.channelHint")} error={error}>
      <Select value={value} onValueChange={onValueChange} options={options} />
    </Field>
  );
}

function RetriesField({ value, onValueChange }: ChoiceProps<number>) {
  const t = useTranslations("webhooks.form");
  const wait = useWait();
  const all = retryCounts.slice(1, value + 1).reduce((sum, retry) => sum + backoffMs(retry), 0);
  return (
    <Field label={t("retries")} hint={t("retriesHint", { count: value, first: wait(backoffMs(1)), last: wait(all) })}>
      <Select
        value={String(value)}
        onValueChange={(next) => onValueChange(Number(next))}
        options={retryCounts.map((count) => ({ value: String(count), label: t("retriesOption", { count }) }))}
      />
    </Field>
  );
}
