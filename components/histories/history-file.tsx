"use client";

import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { storeFile } from "#components/messages/files/store-file.ts";
import { Button } from "#components/ui/button.tsx";
import { maxImportBytes } from "#server/imports/choices.ts";
import type { HistorySource } from "#server/imports/histories/choices.ts";

/** What an upload may have. */
const maxArchiveBytes = 100 * 1024 * 1024;
const isArchive = ({ name }: File) => /\.zip$/i.test(name);

export type ChosenFile = { uploadId: string; name: string };

type HistoryFileProps = {
  source: HistorySource;
  file: ChosenFile | undefined;
  onPicked: (file: ChosenFile | undefined) => void;
  fault: string | undefined;
};

/** Stores the file once, so that trying and importing need not send it again. */
export function HistoryFile({ source, file, onPicked, fault }: HistoryFileProps) {
  const t = useTranslations("histories");
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const take = async (picked: File | undefined) => {
    if (!picked || busy) return;
    setRefused(undefined);
    onPicked(undefined);
    if (picked.size > (isArchive(picked) ? maxArchiveBytes : maxImportBytes)) return setRefused(t("tooBig"));
    if (picked.size === 0) return setRefused(t("emptyFile"));
    setBusy(true);
    try {
      const { id } = await storeFile({ file: picked });
      onPicked({ uploadId: id, name: picked.name });
    } catch (error) {
      setRefused((error instanceof Error && error.message) || t("notStored"));
    }
    setBusy(false);
  };
  const wrong = refused ?? fault;
  return (
    <section aria-label={t("file")} className="grid gap-1.5">
      <span className="font-medium text-sm">{t("file")}</span>
      <div className="flex min-w-0 flex-wrap items-center gap-3">
        <input
          ref={input}
          type="file"
          accept={
            source === "whatsapp_chat" ? ".txt,.zip,text/plain,application/zip" : ".json,.jsonl,.ndjson,.csv,.txt"
          }
          hidden
          aria-label={t("choose")}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        <Button icon={<FileUp aria-hidden />} loading={busy} onClick={() => input.current?.click()}>
          {t(file ? "other" : "choose")}
        </Button>
        {file ? <bdi className="truncate text-sm">{file.name}</bdi> : null}
      </div>
      {wrong ? (
        <p role="alert" className="text-danger text-sm">
          {wrong}
        </p>
      ) : (
        <p className="text-pretty text-text-muted text-xs">
          {source === "chatwoot_api" ? null : t(`fileHints.${source}`)}
        </p>
      )}
    </section>
  );
}
