import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from "react";
import { useLive } from "#components/live/live-provider.tsx";
import type { StoredFile } from "../files/file-uploads.ts";
import type { ComposerTextHandle } from "./composer-text.tsx";
import type { DraftMode } from "./draft-mode.ts";
import { addToDraft, keepParts, readParts } from "./draft-store.ts";
import type { FilledTemplate } from "./use-sendable.ts";

export type ReadyFile = StoredFile;
export type Reply = {
  text: string;
  files: readonly ReadyFile[];
  replyToId: string | undefined;
  /** In place of words and files. */
  template?: FilledTemplate;
};

export type ComposerHandle = {
  focus: (mode?: DraftMode) => void;
  pickTemplate: () => void;
  /** What was undone stands here again, before what has been written since. */
  restore: (reply: Reply) => void;
  /** A note that was refused stands in its box again, before what has been written since. */
  returnNote: (text: string) => void;
};

type Parts = {
  conversationId: string;
  mode: DraftMode;
  box: RefObject<ComposerTextHandle | null>;
  putBack: (text: string) => void;
  setMode: (mode: DraftMode) => void;
  setPicking: (picking: boolean) => void;
  restoreFiles: (files: readonly ReadyFile[]) => void;
};

/** What others may do with the composer. Answers how many templates were undone, as each stands anew, and how to forget one. */
export function useComposerHandle(ref: Ref<ComposerHandle> | undefined, parts: Parts) {
  const { user } = useLive();
  const [undone, setUndone] = useState(0);
  const { conversationId, mode, box, putBack, setMode, setPicking, restoreFiles } = parts;
  const takeBack = useRef<(reply: Reply) => void>(undefined);
  const takeNoteBack = useRef<(text: string) => void>(undefined);
  useEffect(() => {
    takeNoteBack.current = (text) =>
      mode === "note" ? putBack(text) : addToDraft(user.id, conversationId, "note", text);
    takeBack.current = (reply) => {
      putBack(reply.text);
      restoreFiles(reply.files);
      requestAnimationFrame(() => box.current?.focus());
    };
  });
  useEffect(() => {
    if (readParts(user.id, conversationId).template) setPicking(true);
  }, [user.id, conversationId, setPicking]);
  const keep = (template: FilledTemplate | undefined) => keepParts(user.id, conversationId, { template });
  useImperativeHandle(ref, () => ({
    focus: (next) => {
      if (next) setMode(next);
      requestAnimationFrame(() => box.current?.focus());
    },
    pickTemplate: () => {
      setMode("reply");
      setPicking(true);
    },
    restore: (reply) => {
      setMode("reply");
      setPicking(reply.template !== undefined);
      const { template } = reply;
      if (template) {
        keep(template);
        setUndone((count) => count + 1);
      }
      if (template && reply.text === "" && reply.files.length === 0) return;
      // Once the box of replies is there.
      requestAnimationFrame(() => takeBack.current?.(reply));
    },
    // Once the box has read what it holds.
    returnNote: (text) => void requestAnimationFrame(() => takeNoteBack.current?.(text)),
  }));
  return { undone, forget: () => keep(undefined) };
}
