import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from "react";
import type { FileDraft } from "../files/file-uploads.ts";
import type { ComposerTextHandle } from "./composer-text.tsx";
import type { DraftMode } from "./draft-mode.ts";
import type { FilledTemplate } from "./use-sendable.ts";

export type ReadyFile = Pick<FileDraft, "kind" | "name" | "url" | "voice">;
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
};

type Parts = {
  box: RefObject<ComposerTextHandle | null>;
  putBack: (text: string) => void;
  setMode: (mode: DraftMode) => void;
  setPicking: (picking: boolean) => void;
  restoreFiles: (files: readonly ReadyFile[]) => void;
};

/** What others may do with the composer. Answers a template that was undone: counted, so that it stands anew each time. */
export function useComposerHandle(ref: Ref<ComposerHandle> | undefined, parts: Parts) {
  const [undone, setUndone] = useState<{ template?: FilledTemplate; count: number }>({ count: 0 });
  const { box, putBack, setMode, setPicking, restoreFiles } = parts;
  const takeBack = useRef<(reply: Reply) => void>(undefined);
  useEffect(() => {
    takeBack.current = (reply) => {
      putBack(reply.text);
      restoreFiles(reply.files);
      requestAnimationFrame(() => box.current?.focus());
    };
  });
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
      if (template) setUndone(({ count }) => ({ template, count: count + 1 }));
      if (template && reply.text === "" && reply.files.length === 0) return;
      // Once the box of replies is there.
      requestAnimationFrame(() => takeBack.current?.(reply));
    },
  }));
  return { ...undone, forget: () => setUndone(({ count }) => ({ count })) };
}
