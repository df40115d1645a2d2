"use client";

import { Bot, Lock, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { type DragEvent, type ReactNode, useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { parseFlag, useStoredState } from "#components/ui/stored-state.ts";
import { filesIn } from "../files/file-uploads.ts";
import type { Rival } from "./draft-mode.ts";
import { repliedAgo } from "./replied-ago.ts";

/** Why something cannot be written here. */
export function ComposerNotice({ children }: { children: ReactNode }) {
  return (
    <p className="mx-auto my-2 flex max-w-[68ch] items-start gap-2 px-2 text-sm text-text-muted">
      <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

export function ClosedBar({ onReopen }: { onReopen: () => void }) {
  const t = useTranslations("messages.composer");
  return (
    <div className="mb-2 flex items-center gap-2 rounded-lg bg-text/5 py-1.5 pr-1.5 pl-3 text-sm text-text-muted">
      <Lock aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">{t("closedNote")}</p>
      <Button size="sm" onClick={onReopen}>
        {t("reopen")}
      </Button>
    </div>
  );
}

/** Said until it has been understood once: answering switches the bot off. */
export function BotHint({ id }: { id: string }) {
  const t = useTranslations("messages.composer");
  const [known, setKnown] = useStoredState("parley:bot-hint-known", false, parseFlag);
  if (known) return null;
  return (
    <p id={id} className="flex items-center gap-1.5 px-3 pt-1.5 text-text-muted text-xs">
      <Bot aria-hidden className="size-3.5 shrink-0 text-bot" />
      <span className="min-w-0 flex-1">{t("botHint")}</span>
      <Button variant="ghost" size="sm" className="h-6 px-1.5 text-accent text-xs" onClick={() => setKnown(true)}>
        {t("botHintDismiss")}
      </Button>
    </p>
  );
}

type RaceBarProps = { rival: Rival; onSend: () => void; onWait: () => void };

/** A colleague was faster: asks before the visitor gets two answers. */
export function RaceBar({ rival, onSend, onWait }: RaceBarProps) {
  const t = useTranslations("messages.composer");
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const ago = repliedAgo(rival.at, now);
  const words = ago.unit === "justNow" ? t("justNow") : t(ago.unit, { count: ago.count });
  return (
    <div
      role="alert"
      className="mb-2 flex flex-wrap items-center gap-2 rounded-lg bg-warning/10 py-1.5 pr-1.5 pl-3 text-sm"
    >
      <Users aria-hidden className="size-4 shrink-0 text-warning" />
      <p className="min-w-0 flex-1">{t("raced", { name: rival.name, ago: words })}</p>
      <Button size="sm" variant="ghost" onClick={onWait}>
        {t("keepWriting")}
      </Button>
      <Button size="sm" variant="primary" autoFocus onClick={onSend}>
        {t("sendAnyway")}
      </Button>
    </div>
  );
}

/** Files that are dragged over the composer and dropped there. */
export function useDropping(takes: boolean, onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!takes || !event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) =>
      !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onFiles(filesIn(event.dataTransfer));
    },
  };
  return { over, handlers };
}

/** Over the composer, while files are held above it. */
export function DropHere() {
  const t = useTranslations("messages.composer");
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center rounded-lg border-2 border-accent border-dashed bg-surface/90 font-medium text-accent text-sm">
      {t("dropHere")}
    </div>
  );
}
