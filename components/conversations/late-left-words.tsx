"use client";

import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { useLive } from "#components/live/live-provider.tsx";
import type { OutboxEntry } from "#components/live/outbox.ts";
import { joined, onDraftChange, readParts, useKeptDraft } from "#components/messages/composer/draft-store.ts";
import type { ReadyFile } from "#components/messages/composer/use-composer-handle.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";

const nothing: readonly never[] = [];

/** The files of a reply, as they are kept: what was on its way comes when it is there. */
function useKeptFiles(conversationId: string): readonly ReadyFile[] {
  const { user } = useLive();
  const read = () => JSON.stringify(readParts(user.id, conversationId).files ?? nothing);
  return JSON.parse(useSyncExternalStore(onDraftChange, read, () => "[]")) as readonly ReadyFile[];
}

function useWaiting<Given>(
  outbox: {
    subscribe: (listener: () => void) => () => void;
    of: (conversationId: string) => readonly OutboxEntry<Given>[];
  },
  conversationId: string,
) {
  return useSyncExternalStore(
    outbox.subscribe,
    () => outbox.of(conversationId),
    () => nothing,
  );
}

/** What one had written in a conversation that is out of reach: it cannot be sent there any more, but copied. */
export function LeftWords({ conversationId }: { conversationId: string }) {
  const t = useTranslations("conversations.failed");
  const { outbox, noteOutbox } = useLive();
  const unsent = useWaiting(outbox, conversationId).map(({ input }) => input.body || (input.message?.caption ?? ""));
  const notes = useWaiting(noteOutbox, conversationId).map(({ input }) => input.message);
  const reply = joined(...unsent, useKeptDraft(conversationId, "reply"));
  const note = joined(...notes, useKeptDraft(conversationId, "note"));
  const files = useKeptFiles(conversationId);
  return (
    <div className="mx-auto grid w-full max-w-130 gap-3 px-6 pb-6 empty:hidden">
      {reply ? <Words label={t("leftReply")} text={reply} /> : null}
      {files.length > 0 ? <Files label={t("leftFiles")} files={files} /> : null}
      {note ? <Words label={t("leftNote")} text={note} /> : null}
    </div>
  );
}

function Files({ label, files }: { label: string; files: readonly ReadyFile[] }) {
  return (
    <figure className="min-w-0 rounded-md border border-border">
      <figcaption className="flex h-9 items-center border-border border-b px-3 text-text-muted text-xs">
        {label}
      </figcaption>
      <ul className="grid px-3 py-1">
        {files.map(({ url, name }) => (
          <li key={url}>
            <a
              href={`${url}?name=${encodeURIComponent(name)}`}
              target="_blank"
              rel="noreferrer"
              className="wrap-anywhere inline-flex min-h-8 items-center text-sm underline underline-offset-3 touch:min-h-11"
            >
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </figure>
  );
}

function Words({ label, text }: { label: string; text: string }) {
  return (
    <figure className="min-w-0 rounded-md border border-border">
      <figcaption className="flex h-9 items-center justify-between gap-2 border-border border-b pr-1 pl-3 text-text-muted text-xs touch:h-12">
        {label}
        <CopyButton text={text} />
      </figcaption>
      <p dir="auto" className="wrap-anywhere max-h-60 overflow-auto whitespace-pre-wrap px-3 py-2 text-sm">
        {text}
      </p>
    </figure>
  );
}
