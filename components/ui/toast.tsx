"use client";

import { useTranslations } from "next-intl";
import { useMemo, useSyncExternalStore } from "react";
import { onFirstDeed } from "./late/first-deed.ts";
import { later, laterModule } from "./late/later.tsx";
import type { Bell } from "./late/toaster.tsx";

const ToasterPanel = later(
  laterModule(() => import("./late/toaster.tsx")),
  (module) => module.ToasterPanel,
);

let bell: Bell | undefined;
let waiting: ((bell: Bell) => void)[] = [];
let wanted = false;
const listeners = new Set<() => void>();

function want(): void {
  wanted = true;
  for (const listener of listeners) listener();
}

/** What is said before the toaster is there waits for it. */
function ring(say: (bell: Bell) => void): void {
  if (bell) say(bell);
  else {
    waiting.push(say);
    want();
  }
}

function ready(listening: Bell): void {
  bell = listening;
  const said = waiting;
  waiting = [];
  for (const say of said) say(listening);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const forget = onFirstDeed(want);
  return () => {
    forget();
    listeners.delete(listener);
  };
}

/** Mount once. It comes with the first deed on the page, so that a screen reader knows its region before a notice. */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => wanted,
    () => false,
  );
  return shown ? <ToasterPanel onReady={ready} /> : null;
}

type Notice = {
  description?: string;
  /** Offers to take the action back; label it when "Undo" is not the word. */
  undo?: () => void;
  undoLabel?: string;
  /** How long it can be taken back, where that is not as usual. */
  lastsMs?: number;
  /** The same id replaces an earlier toast. */
  id?: string;
};

type Notify = {
  success: (message: string, notice?: Notice) => void;
  info: (message: string, notice?: Notice) => void;
  /** Stays until it is read. Say what happened and what to do. */
  error: (message: string, notice?: Notice) => void;
  dismiss: (id?: string) => void;
};

/** Toasts for the results of actions only. */
export function useToast(): Notify {
  const t = useTranslations("ui.toast");
  return useMemo(() => {
    const options = (notice: Notice = {}, duration: number) => ({
      duration: notice.lastsMs ?? duration,
      ...(notice.id ? { id: notice.id } : {}),
      ...(notice.description ? { description: notice.description } : {}),
      ...(notice.undo ? { action: { label: notice.undoLabel ?? t("undo"), onClick: notice.undo } } : {}),
    });
    return {
      success: (message, notice) => ring((bell) => bell.success(message, options(notice, notice?.undo ? 8000 : 4000))),
      info: (message, notice) => ring((bell) => bell.info(message, options(notice, notice?.undo ? 8000 : 4000))),
      error: (message, notice) => ring((bell) => bell.error(message, options(notice, Number.POSITIVE_INFINITY))),
      dismiss: (id) => ring((bell) => bell.dismiss(id)),
    };
  }, [t]);
}
