"use client";

import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { type DragEvent, useRef, useState } from "react";
import { storeFile } from "#components/messages/files/store-file.ts";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { maxImportBytes } from "#server/imports/choices.ts";

export type ChosenFile = { uploadId: string; name: string };

/** Takes a CSV by choosing or dropping it, and stores it, so that trying and starting need not send it again. */
export function PickFile({ onPicked }: { onPicked: (file: ChosenFile) => void }) {
  const t = useTranslations("importing");
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState<string>();
  const take = async (file: File | undefined) => {
    if (!file || busy) return;
    setRefused(undefined);
    if (file.size > maxImportBytes) return setRefused(t("tooBig"));
    if (file.size === 0) return setRefused(t("emptyFile"));
    setBusy(true);
    try {
      const { id } = await storeFile({ file });
      onPicked({ uploadId: id, name: file.name });
    } catch (error) {
      setRefused((error instanceof Error && error.message) || t("notStored"));
      setBusy(false);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <section
      aria-label={t("choose")}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        "grid justify-items-center gap-3 rounded-lg border-2 border-dashed px-6 py-14 text-center",
        over ? "border-accent bg-accent/6" : "border-border-strong",
      )}
    >
      <FileUp aria-hidden className="size-7 text-text-muted" />
      <p className="font-medium">{t("dropHere")}</p>
      <p className="max-w-130 text-sm text-text-muted">{t("dropHint")}</p>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        hidden
        aria-label={t("choose")}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <Button variant="primary" loading={busy} onClick={() => input.current?.click()}>
        {t("choose")}
      </Button>
      {refused ? (
        <p role="alert" className="text-danger text-sm">
          {refused}
        </p>
      ) : null}
    </section>
  );
}
