"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useChannelNames } from "#components/contacts/table/filter-options.tsx";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { LeaveGuard } from "#components/forms/leaving/leave-guard.tsx";
import { RadioGroup } from "#components/forms/radio-group.tsx";
import { Select } from "#components/forms/select.tsx";
import { useTRPCClient } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { dateOrders, type HistorySource, historySources } from "#server/imports/histories/choices.ts";
import { type ChosenFile, HistoryFile } from "./history-file.tsx";
import { useRefusalWords } from "./refusal-words.ts";

type HistoryFormProps = { onBegun: (jobId: string) => void; onClose: () => void };

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** Where a history comes from and where it goes; it is tried before anything is written. */
export function HistoryForm({ onBegun, onClose }: HistoryFormProps) {
  const t = useTranslations("histories");
  const client = useTRPCClient().imports;
  const words = useRefusalWords();
  const channels = useChannelNames();
  const [source, setSource] = useState<HistorySource>("chatwoot_api");
  const [texts, setTexts] = useState({ name: "", address: "https://app.chatwoot.com", accountId: "", accessToken: "" });
  const [chat, setChat] = useState({
    phone: "",
    dateOrder: "auto" as (typeof dateOrders)[number],
    timeZone: ownZone(),
  });
  const [chosen, setChosen] = useState("");
  const [file, setFile] = useState<ChosenFile>();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ field: string; message: string }>();
  const begun = file !== undefined || texts.name + texts.accountId + texts.accessToken !== "";
  const websiteId = chosen || channels[0]?.id || "";
  const isFile = source !== "chatwoot_api";
  const fault = (field: string) => (refused?.field === field ? refused.message : undefined);
  const text = (field: keyof typeof texts) => ({
    value: texts[field],
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) =>
      setTexts((before) => ({ ...before, [field]: event.target.value })),
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setRefused(undefined);
    const given = isFile
      ? { uploadId: file?.uploadId ?? "", fileName: file?.name ?? "", ...chat, name: texts.name }
      : texts;
    try {
      onBegun((await client.startHistory.mutate({ source, websiteId, ...given, dryRun: true })).id);
    } catch (error) {
      setRefused(words(error));
      setBusy(false);
    }
  };
  return (
    <form aria-label={t("new")} className="grid max-w-140 gap-5" onSubmit={(event) => void submit(event)}>
      <LeaveGuard active={begun && !busy} />
      <Field label={t("source")}>
        <RadioGroup
          value={source}
          onValueChange={(next) => {
            setSource(next);
            setFile(undefined);
            setRefused(undefined);
          }}
          options={historySources.map((value) => ({ value, label: t(`sources.${value}`), hint: t(`hints.${value}`) }))}
        />
      </Field>
      <Field label={t("name")} hint={t("nameHint")} error={fault("name")}>
        <Input required maxLength={100} {...text("name")} />
      </Field>
      {isFile ? (
        <HistoryFile source={source} file={file} onPicked={setFile} fault={fault("file")} />
      ) : (
        <>
          <Field label={t("address")} error={fault("address")}>
            <Input required type="url" maxLength={2048} {...text("address")} />
          </Field>
          <div className="grid grid-cols-2 gap-4 phone:grid-cols-1">
            <Field label={t("accountId")} hint={t("accountHint")} error={fault("accountId")}>
              <Input required inputMode="numeric" maxLength={20} {...text("accountId")} />
            </Field>
            <Field label={t("accessToken")} hint={t("tokenHint")} error={fault("accessToken")}>
              <Input required type="password" maxLength={500} {...text("accessToken")} />
            </Field>
          </div>
        </>
      )}
      {source === "whatsapp_chat" ? <ChatFields chat={chat} onChange={setChat} fault={fault} /> : null}
      <Field label={t("channel")} hint={t("channelHint")} error={fault("websiteId")}>
        <Select
          value={websiteId}
          onValueChange={setChosen}
          options={channels.map(({ id, label }) => ({ value: id, label }))}
        />
      </Field>
      {refused &&
      !["name", "address", "accountId", "accessToken", "file", "websiteId", "phone", "timeZone"].includes(
        refused.field,
      ) ? (
        <p role="alert" className="text-danger text-sm">
          {refused.message}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" loading={busy} disabled={isFile && !file}>
          {t("try")}
        </Button>
        <Button onClick={onClose}>{t("cancel")}</Button>
        <span className="text-sm text-text-muted">{t("tryHint")}</span>
      </div>
    </form>
  );
}

type Chat = { phone: string; dateOrder: (typeof dateOrders)[number]; timeZone: string };
type ChatFieldsProps = { chat: Chat; onChange: (next: Chat) => void; fault: (field: string) => string | undefined };

/** What a chat export does not say by itself. */
function ChatFields({ chat, onChange, fault }: ChatFieldsProps) {
  const t = useTranslations("histories");
  return (
    <>
      <Field label={t("phone")} hint={t("phoneHint")} optional error={fault("phone")}>
        <Input
          type="tel"
          maxLength={32}
          autoComplete="off"
          value={chat.phone}
          onChange={(event) => onChange({ ...chat, phone: event.target.value })}
        />
      </Field>
      <div className="grid grid-cols-2 gap-4 phone:grid-cols-1">
        <Field label={t("dateOrder")}>
          <Select
            value={chat.dateOrder}
            onValueChange={(dateOrder) => onChange({ ...chat, dateOrder })}
            options={dateOrders.map((value) => ({ value, label: t(`dateOrders.${value}`) }))}
          />
        </Field>
        <Field label={t("timeZone")} error={fault("timeZone")}>
          <Input
            maxLength={64}
            value={chat.timeZone}
            onChange={(event) => onChange({ ...chat, timeZone: event.target.value })}
          />
        </Field>
      </div>
    </>
  );
}
