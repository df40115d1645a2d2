"use client";

import { useMemo, useState } from "react";
import { useSteady } from "#components/ui/late/steady.ts";
import type { ConversationNote } from "#server/conversations/schema.ts";

/** A note that the server has not answered yet, and the notes that stood there when it was written. */
export type NoteOnTheWay = { key: string; text: string; before: ReadonlySet<string> };

/** Those that do not stand in the thread yet: the socket may have told of one before its answer came. */
export function stillOnTheWay(
  sent: readonly NoteOnTheWay[],
  notes: readonly Pick<ConversationNote, "id" | "authorId" | "text">[],
  authorId: string,
): NoteOnTheWay[] {
  const taken = new Set<string>();
  return sent.filter(({ text, before }) => {
    const own = notes.find(
      (note) => note.authorId === authorId && note.text === text && !before.has(note.id) && !taken.has(note.id),
    );
    if (own) taken.add(own.id);
    return !own;
  });
}

type Written = {
  notes: readonly ConversationNote[];
  authorId: string;
  addNote: (text: string) => Promise<unknown>;
};

let count = 0;

/** Shows a note where it was written at once, until the server's own stands there or it was refused. */
export function useNotesOnTheWay({ notes, authorId, addNote }: Written) {
  const [sent, setSent] = useState<readonly NoteOnTheWay[]>([]);
  const write = useSteady(async (text: string) => {
    count += 1;
    const key = `note on the way ${count}`;
    setSent((others) => [...others, { key, text, before: new Set(notes.map(({ id }) => id)) }]);
    try {
      await addNote(text);
    } finally {
      setSent((others) => others.filter((one) => one.key !== key));
    }
  });
  const onTheWay = useMemo(() => stillOnTheWay(sent, notes, authorId), [sent, notes, authorId]);
  return { onTheWay, write };
}
