"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Lock, Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Textarea } from "#components/forms/textarea.tsx";
import { useMay, useProfile } from "#components/frame/profile.tsx";
import { failureOf, useTRPC, useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { MessageText } from "#components/messages/bubble/message-text.tsx";
import { isBeingEdited, TextEditor } from "#components/messages/bubble/text-editor.tsx";
import { useDraft } from "#components/messages/composer/use-draft.ts";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Note } from "#server/notes/schema.ts";

type ContactNotesProps = { contactId: string; mayWrite: boolean };

/** What the team has written down about a contact, oldest first. */
export function ContactNotes({ contactId, mayWrite }: ContactNotesProps) {
  const t = useTranslations("contacts.notes");
  const trpc = useTRPC();
  const notes = useQuery(trpc.notes.list.queryOptions({ contactId }));
  const everyNote = useMay("clients_write");
  const me = useProfile().user.id;
  return (
    <div className="grid max-w-200 grid-cols-1 gap-3 px-5 py-4 phone:px-4">
      <p className="flex items-center gap-1.5 text-text-muted text-xs">
        <Lock aria-hidden className="size-3" />
        {t("private")}
      </p>
      {notes.isPending ? <Skeleton className="h-16" /> : null}
      {notes.isError && !notes.data ? (
        <ErrorState description={failureOf(notes.error).message || undefined} onRetry={() => void notes.refetch()} />
      ) : null}
      {notes.data?.length === 0 ? <p className="text-sm text-text-muted">{t("none")}</p> : null}
      {notes.data && notes.data.length > 0 ? (
        <ul className="grid grid-cols-1 gap-2">
          {notes.data.map((note) => (
            <NoteItem
              key={note.id}
              contactId={contactId}
              note={note}
              mayChange={mayWrite && (everyNote || note.authorId === me)}
            />
          ))}
        </ul>
      ) : null}
      {mayWrite ? <NoteForm contactId={contactId} /> : null}
    </div>
  );
}

function useNotesChanged(contactId: string) {
  const { cache } = useLive();
  return () => {
    const about = [...cache.of("notes.list"), ...cache.of("contacts.history")];
    const mine = about.filter(({ input }) => input.contactId === contactId);
    return Promise.all(
      mine.map(({ query }) => cache.client.invalidateQueries({ queryKey: query.queryKey, exact: true })),
    );
  };
}

function NoteForm({ contactId }: { contactId: string }) {
  const t = useTranslations("contacts.notes");
  const trpc = useTRPC();
  const changed = useNotesChanged(contactId);
  const toast = useToast();
  const { text, write, putBack } = useDraft(contactId, "note");
  const form = useRef<HTMLFormElement>(null);
  const add = useMutation(trpc.notes.create.mutationOptions({ onSuccess: changed }));
  const send = async () => {
    const message = text.trim();
    if (message === "" || add.isPending) return;
    // What is typed from here on is another note.
    write("");
    try {
      await add.mutateAsync({ contactId, message });
    } catch (cause) {
      putBack(message);
      if (!form.current) toast.error(failureOf(cause).message || t("failed"));
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const error = add.error ? failureOf(add.error).message || t("failed") : undefined;
  return (
    <form ref={form} onSubmit={onSubmit} className="grid gap-2">
      <Field label={t("add")} hideLabel error={error}>
        <Textarea
          dir="auto"
          autoGrow
          rows={2}
          value={text}
          maxLength={5000}
          placeholder={t("placeholder")}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
          className="max-h-60 border-note/40 bg-note/6"
        />
      </Field>
      <Button type="submit" className="justify-self-end" loading={add.isPending} disabled={text.trim() === ""}>
        {t("add")}
      </Button>
    </form>
  );
}

type NoteItemProps = { contactId: string; note: Note; mayChange: boolean };

function NoteItem({ contactId, note, mayChange }: NoteItemProps) {
  const t = useTranslations("contacts.notes");
  const client = useTRPCClient().notes;
  const changed = useNotesChanged(contactId);
  const [editing, setEditing] = useState(isBeingEdited(note.id));
  const [asking, setAsking] = useState(false);
  const about = { contactId, noteId: note.id };
  const save = async (message: string) => {
    await client.update.mutate({ ...about, message });
    await changed();
  };
  const remove = async () => {
    await client.delete.mutate(about);
    await changed();
  };
  return (
    <li className="group/note grid grid-cols-1 gap-1.5 rounded-lg border border-note/25 bg-note-surface px-3 py-2">
      <div className="flex min-h-6 items-center gap-2 text-xs">
        <Avatar id={note.authorId} name={note.authorName} size="sm" decorative />
        <span className="min-w-0 truncate font-medium">{note.authorName}</span>
        <RelativeTime value={note.createdAt} className="text-text-muted" />
        {note.updatedAt === note.createdAt ? null : <span className="text-text-muted">{t("edited")}</span>}
        {mayChange && !editing ? (
          <span className="-my-1 ml-auto flex opacity-0 focus-within:opacity-100 group-hover/note:opacity-100 touch:opacity-100">
            <IconButton data-edits label={t("edit")} size="xs" onClick={() => setEditing(true)}>
              <Pencil aria-hidden />
            </IconButton>
            <IconButton label={t("delete")} size="xs" variant="danger" onClick={() => setAsking(true)}>
              <Trash2 aria-hidden />
            </IconButton>
          </span>
        ) : null}
      </div>
      {editing && mayChange ? (
        <TextEditor
          id={note.id}
          label={t("edit")}
          text={note.text}
          maxLength={5000}
          onSave={save}
          onDone={() => setEditing(false)}
        />
      ) : (
        <MessageText text={note.text} />
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("deleteTitle")}
        description={t("deleteDescription")}
        confirmLabel={t("delete")}
        danger
        onConfirm={remove}
        errorText={(cause) => failureOf(cause).message || undefined}
      />
    </li>
  );
}
