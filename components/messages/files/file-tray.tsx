"use client";

import { FileText, Film, Mic, RotateCw, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "#components/ui/icon-button.tsx";
import { useSizeWords } from "#components/ui/size-words.ts";
import type { FileDraft } from "./file-uploads.ts";

type FileTrayProps = {
  files: readonly FileDraft[];
  onRemove: (id: string) => void;
  onRetry: (id: string) => void;
};

const signs = { audio: Mic, video: Film, file: FileText, image: FileText } as const;

/** The files that the next message takes along: what they are, how far they are, and what became of them. */
export function FileTray({ files, onRemove, onRetry }: FileTrayProps) {
  const t = useTranslations("messages.files");
  if (files.length === 0) return null;
  return (
    <ul aria-label={t("label")} className="flex flex-wrap gap-2 px-3 pt-2">
      {files.map((draft) => (
        <FileCard key={draft.id} draft={draft} onRemove={onRemove} onRetry={onRetry} />
      ))}
    </ul>
  );
}

type FileCardProps = Omit<FileTrayProps, "files"> & { draft: FileDraft };

function FileCard({ draft, onRemove, onRetry }: FileCardProps) {
  const t = useTranslations("messages.files");
  const { id, name, preview, state, kind, voice } = draft;
  const Sign = signs[kind];
  return (
    <li className="flex max-w-72 items-center gap-2 rounded-md border border-border-strong bg-text/5 p-1 text-sm">
      {preview ? (
        <img src={preview} alt={name} className="size-12 shrink-0 rounded-sm object-cover" />
      ) : (
        <span className="grid size-9 shrink-0 place-items-center text-text-muted">
          <Sign aria-hidden className="size-4" />
        </span>
      )}
      <span className="grid min-w-0 flex-1">
        <span dir="auto" className="truncate font-medium">
          {voice ? t("voiceNote") : name}
        </span>
        <State draft={draft} />
      </span>
      {state === "failed" ? (
        <IconButton label={t("retry", { name })} size="sm" onClick={() => onRetry(id)}>
          <RotateCw aria-hidden />
        </IconButton>
      ) : null}
      <IconButton
        label={t(state === "uploading" ? "cancel" : "remove", { name })}
        size="sm"
        onClick={() => onRemove(id)}
      >
        <X aria-hidden />
      </IconButton>
    </li>
  );
}

function State({ draft }: { draft: FileDraft }) {
  const t = useTranslations("messages.files");
  const sizeWords = useSizeWords();
  const { name, state, share, reason, told, size } = draft;
  if (state === "failed") {
    return (
      <span role="alert" className="text-danger text-xs">
        {reason || t("failed", { name })}
      </span>
    );
  }
  if (state === "uploading") {
    const percent = Math.round(share * 100);
    return (
      <span
        role="progressbar"
        aria-label={t("uploading", { name })}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="mt-1 h-1 w-32 overflow-hidden rounded-full bg-text/10"
      >
        <span className="block h-full bg-accent" style={{ width: `${percent}%` }} />
      </span>
    );
  }
  return <span className="text-text-muted text-xs">{told ? t(told) : size > 0 ? sizeWords(size) : null}</span>;
}
