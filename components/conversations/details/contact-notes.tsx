"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { Textarea } from "#components/forms/textarea.tsx";
import { failureOf, useTRPC, useTRPCClient } from "#components/live/api.ts";
import { MessageText } from "#components/messages/bubble/message-text.tsx";
import { useDraft } from "#components/messages/composer/use-draft.ts";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { Button } from "#components/ui/button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { Failed, FieldsSkeleton } from "./contact-details.tsx";

/** What the team has written about the contact itself, newest first. */
export function ContactNotes({ contactId, writes }: { contactId: string; writes: boolean }) {
  const t = useTranslations("conversations.details");
  const trpc = useTRPC();
  const notes = useQuery(trpc.notes.list.queryOptions({ contactId }));
  if (notes.error && !notes.data) return <Failed onRetry={() => void notes.refetch()} />;
  if (!notes.data) return <FieldsSkeleton />;
  return (
    <div className="grid grid-cols-1 gap-2">
      {writes ? <NewNote contactId={contactId} /> : null}
      {notes.data.length === 0 ? <p className="text-sm text-text-muted">{t("noNotes")}</p> : null}
      <ul className="grid grid-cols-1 gap-2">
        {[...notes.data].reverse().map((note) => (
          <li key={note.id} className="rounded-md border border-note/30 bg-note/8 px-2.5 py-1.5">
            <p className="flex justify-between gap-2 text-text-muted text-xs">
              <span dir="auto" className="min-w-0 truncate font-medium">
                {note.authorName}
              </span>
              <RelativeTime value={note.createdAt} />
            </p>
            <MessageText text={note.text} className="text-sm" />
          </li>
        ))}
      </ul>
    </div>
  );
}

function NewNote({ contactId }: { contactId: string }) {
  const t = useTranslations("conversations");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const toast = useToast();
  // One draft of a contact, wherever a note on it is written.
  const { text, write, putBack } = useDraft(contactId, "note");
  const form = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<string>();
  const typed = text.trim();
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!typed) return;
    write("");
    setError(undefined);
    try {
      await client.notes.create.mutate({ contactId, message: typed });
      await queries.invalidateQueries({ queryKey: trpc.notes.list.queryKey({ contactId }) });
    } catch (cause) {
      putBack(typed);
      const words = failureOf(cause).message || t("failed.change");
      if (form.current) setError(words);
      else toast.error(words);
    }
  };
  return (
    <form ref={form} onSubmit={save} className="grid gap-1.5">
      <Textarea
        autoGrow
        rows={1}
        dir="auto"
        value={text}
        maxLength={5000}
        aria-label={t("details.addNote")}
        placeholder={t("details.notePlaceholder")}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) void save();
        }}
        className="max-h-40 text-sm"
      />
      {error ? (
        <p role="alert" className="text-danger text-xs">
          {error}
        </p>
      ) : null}
      {typed ? (
        <Button type="submit" size="sm" className="justify-self-end">
          {t("details.addNote")}
        </Button>
      ) : null}
    </form>
  );
}
