"use client";

import { EllipsisVertical, Lock, Pencil, Trash2 } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { memo, useState } from "react";
import { clock } from "#components/time/moments.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { ConversationNote } from "#server/conversations/noting/schema.ts";
import { DeliveryMark } from "./delivery-mark.tsx";
import { MessageText } from "./message-text.tsx";
import { MessageTime } from "./message-time.tsx";
import { isBeingEdited, TextEditor } from "./text-editor.tsx";

type NoteCardProps = {
  note: ConversationNote;
  mentions: readonly string[];
  /** Absent for people who may not change this note. */
  onEdit?: ((noteId: string, text: string) => Promise<unknown>) | undefined;
  onDelete?: ((noteId: string) => Promise<unknown>) | undefined;
};

/** An internal note in the thread: full width and amber, so that it is not mistaken for a reply. */
export const NoteCard = memo(function NoteCard({ note, mentions, onEdit, onDelete }: NoteCardProps) {
  const t = useTranslations("messages.note");
  const format = useFormatter();
  const [editing, setEditing] = useState(isBeingEdited(note.id));
  const time = format.dateTime(new Date(note.createdAt), clock);
  const changed = note.updatedAt !== note.createdAt;
  return (
    <div className="px-4 py-2">
      <article
        aria-label={t("label", { name: note.authorName, time })}
        className="group/note grid grid-cols-1 gap-1 rounded-lg border border-note/30 bg-note/8 px-3 py-2"
      >
        <header className="flex min-h-6 items-center gap-2 text-xs">
          <Avatar id={note.authorId} name={note.authorName} size="sm" decorative />
          <span dir="auto" className="min-w-0 truncate font-medium">
            {note.authorName}
          </span>
          <MessageTime at={note.createdAt} className="text-text-muted" />
          {changed ? <span className="text-text-muted">{t("edited")}</span> : null}
          <span className="ml-auto flex shrink-0 items-center gap-1 text-note">
            <Lock aria-hidden className="size-3" />
            <span className="phone:sr-only">{t("onlyTeam")}</span>
          </span>
          {onEdit && onDelete && !editing ? (
            <NoteMenu noteId={note.id} onEdit={() => setEditing(true)} onDelete={onDelete} />
          ) : null}
        </header>
        {editing && onEdit ? (
          <TextEditor
            id={note.id}
            label={t("edit")}
            text={note.text}
            maxLength={5000}
            onSave={(text) => onEdit(note.id, text)}
            onDone={() => setEditing(false)}
          />
        ) : (
          <MessageText text={note.text} mentions={mentions} />
        )}
      </article>
    </div>
  );
});

/** One's own note while the server has not answered yet. */
export function NoteOnTheWay({ text, mentions }: { text: string; mentions: readonly string[] }) {
  const t = useTranslations("messages");
  return (
    <div className="px-4 py-2">
      <div className="grid grid-cols-1 gap-1 rounded-lg border border-note/30 border-dashed bg-note/8 px-3 py-2">
        <p className="flex min-h-6 items-center gap-2 text-text-muted text-xs">
          {t("speaker.you")}
          <DeliveryMark delivery="sending" />
        </p>
        <MessageText text={text} mentions={mentions} />
      </div>
    </div>
  );
}

type NoteMenuProps = { noteId: string; onEdit: () => void; onDelete: (noteId: string) => Promise<unknown> };

function NoteMenu({ noteId, onEdit, onDelete }: NoteMenuProps) {
  const t = useTranslations("messages.note");
  const [asking, setAsking] = useState(false);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton data-edits label={t("menu")} size="xs">
            <EllipsisVertical aria-hidden />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
            {t("edit")}
          </DropdownMenuItem>
          <DropdownMenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setAsking(true)}>
            {t("delete")}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("deleteTitle")}
        description={t("deleteDescription")}
        confirmLabel={t("delete")}
        danger
        onConfirm={() => onDelete(noteId)}
      />
    </>
  );
}
