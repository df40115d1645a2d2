"use client";

import { FileText, Paperclip, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { storeFile } from "#components/messages/files/store-file.ts";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { maxFiles } from "#server/answers/choices.ts";
import type { AnswerFile } from "#server/answers/schema.ts";

export type KeptFile = Pick<AnswerFile, "id" | "name">;

type AnswerFilesProps = {
  files: readonly KeptFile[];
  error: string | undefined;
  onFiles: (change: (before: readonly KeptFile[]) => readonly KeptFile[]) => void;
};

/** The files that go along with a ready answer; stored at once, kept when the answer is saved. */
export function AnswerFiles({ files, error, onFiles }: AnswerFilesProps) {
  const t = useTranslations("views.answers.files");
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const [storing, setStoring] = useState(0);
  const add = async (chosen: readonly File[]) => {
    for (const file of chosen) {
      setStoring((count) => count + 1);
      try {
        const { id, name } = await storeFile({ file });
        onFiles((before) => [...before, { id, name }].slice(0, maxFiles));
      } catch (error) {
        toast.error((error instanceof Error && error.message) || t("failed", { name: file.name }));
      } finally {
        setStoring((count) => count - 1);
      }
    }
  };
  return (
    <div className="grid gap-1.5">
      <ul aria-label={t("title")} className="grid gap-1 empty:hidden">
        {files.map(({ id, name }) => (
          <li key={id} className="flex items-center gap-2 rounded-md border border-border py-1 pr-1 pl-2 text-sm">
            <FileText aria-hidden className="size-4 shrink-0 text-text-muted" />
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <IconButton
              size="sm"
              label={t("remove", { name })}
              onClick={() => onFiles((before) => before.filter((one) => one.id !== id))}
            >
              <X aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <p role="alert" tabIndex={-1} className="text-danger text-xs empty:hidden">
        {error}
      </p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t("add")}
        onChange={(event) => {
          void add([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <Button
        className="justify-self-start"
        icon={<Paperclip aria-hidden />}
        loading={storing > 0}
        disabled={files.length >= maxFiles}
        onClick={() => input.current?.click()}
      >
        {t("add")}
      </Button>
    </div>
  );
}
