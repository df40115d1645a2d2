"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useChannelNames } from "#components/contacts/table/filter-options.tsx";
import { Field } from "#components/forms/field.tsx";
import { Select } from "#components/forms/select.tsx";
import { useTRPCClient } from "#components/live/api.ts";
import { saveFile } from "#components/tables/save-file.ts";
import { Button } from "#components/ui/button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { HistoryView } from "#server/imports/histories/schema.ts";
import { useRefusalWords } from "./refusal-words.ts";

type HistoryDeedsProps = { one: HistoryView; onOpen: (id: string) => void };
type Deed = "stop" | "import" | "try" | "all" | "failed";

/** Stop it; after a try choose where things go and import; after an import take what is new, or read what became of each. */
export function HistoryDeeds({ one, onOpen }: HistoryDeedsProps) {
  const t = useTranslations("histories");
  const client = useTRPCClient();
  const toast = useToast();
  const words = useRefusalWords();
  const [busy, setBusy] = useState<Deed>();
  const [channels, setChannels] = useState<Record<string, string>>(one.channels);
  const [customer, setCustomer] = useState(one.customer || one.found.authors[0] || "");
  const ended = one.finishedAt !== null;
  const act = async (deed: Deed, work: () => Promise<unknown>) => {
    setBusy(deed);
    try {
      await work();
    } catch (error) {
      toast.error(words(error).message);
    }
    setBusy(undefined);
  };
  const repeat = (dryRun: boolean) =>
    act(dryRun ? "try" : "import", async () => {
      const chosen = one.source === "whatsapp_chat" ? { customer } : { channels };
      onOpen((await client.imports.repeatHistory.mutate({ jobId: one.id, dryRun, ...chosen })).id);
    });
  const save = (deed: "all" | "failed") =>
    act(deed, async () => {
      const only = deed === "failed" ? { outcome: "failed" as const } : {};
      const { csv } = await client.imports.historyText.mutate({ jobId: one.id, ...only });
      saveFile([csv], `history-${deed}-${one.id}.csv`);
    });
  if (!ended) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <Button
          loading={busy === "stop"}
          onClick={() => void act("stop", () => client.actions.cancel.mutate({ jobId: one.id }))}
        >
          {t("stop")}
        </Button>
        <span className="text-sm text-text-muted">{t("leave")}</span>
      </div>
    );
  }
  return (
    <>
      {one.dryRun && one.found.inboxes.length > 0 ? (
        <Inboxes one={one} channels={channels} onChange={setChannels} />
      ) : null}
      {one.dryRun && one.found.authors.length > 1 ? (
        <Field label={t("customer")} hint={t("customerHint")} className="max-w-100">
          <Select
            value={customer}
            onValueChange={setCustomer}
            options={one.found.authors.map((value) => ({ value, label: value }))}
          />
        </Field>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        {one.dryRun ? (
          <Button
            variant="primary"
            loading={busy === "import"}
            disabled={one.total === 0}
            onClick={() => void repeat(false)}
          >
            {t("import")}
          </Button>
        ) : null}
        {one.source === "chatwoot_api" || one.dryRun ? (
          <Button loading={busy === "try"} onClick={() => void repeat(one.dryRun)}>
            {t(one.dryRun ? "tryAgain" : "again")}
          </Button>
        ) : null}
        <Button icon={<Download aria-hidden />} loading={busy === "all"} onClick={() => void save("all")}>
          {t("outcomes")}
        </Button>
        {one.failed > 0 ? (
          <Button icon={<Download aria-hidden />} loading={busy === "failed"} onClick={() => void save("failed")}>
            {t("failedRows")}
          </Button>
        ) : null}
      </div>
      {one.dryRun ? null : (
        <p className="text-pretty text-sm text-text-muted">
          {t("after")} {one.source === "whatsapp_chat" ? null : t("afterChatwoot")}
        </p>
      )}
    </>
  );
}

type InboxesProps = {
  one: HistoryView;
  channels: Record<string, string>;
  onChange: (next: Record<string, string>) => void;
};

/** To which channel each inbox of the other system goes. */
function Inboxes({ one, channels, onChange }: InboxesProps) {
  const t = useTranslations("histories");
  const all = useChannelNames();
  return (
    <section aria-label={t("inboxes")} className="grid max-w-140 gap-2">
      <h3 className="font-semibold text-sm">{t("inboxes")}</h3>
      <ul className="grid divide-y divide-border rounded-lg border border-border">
        {one.found.inboxes.map(({ id, name }) => (
          <li key={id} className="grid grid-cols-2 items-center gap-3 px-3 py-2">
            <bdi className="truncate text-sm">{name}</bdi>
            <Select
              size="sm"
              aria-label={t("channelOf", { name })}
              value={channels[id] ?? one.websiteId}
              onValueChange={(next) => onChange({ ...channels, [id]: next })}
              options={all.map((channel) => ({ value: channel.id, label: channel.label }))}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
