"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { judgeFile, kindFor } from "#server/channels/capabilities.ts";
import type { Capabilities } from "#server/channels/capabilities-schema.ts";
import { type FileKind, kindOfType } from "#server/uploads/choices.ts";
import { StoreError, storeFile } from "./store-file.ts";

export const maxFiles = 20;

export type FileDraft = {
  id: string;
  name: string;
  size: number;
  /** What it leaves as. */
  kind: FileKind;
  /** What is drawn of a picture while it is not stored yet. */
  preview: string;
  state: "uploading" | "ready" | "failed";
  /** How far it is, from 0 to 1. */
  share: number;
  /** Why it failed, in words; empty where nothing is known. */
  reason: string;
  /** Where it is kept, once stored. */
  url: string;
  voice: boolean;
  /** What the channel makes of it: a film or picture that leaves as a file, a recording as a mere sound. */
  told: "" | "asFile" | "asSound";
};

export type Refusal =
  | { reason: "wrongType"; name: string; types: readonly string[] | "any" }
  | { reason: "tooLarge"; name: string; bytes: number }
  | { reason: "empty"; name: string }
  | { reason: "tooMany" };

/** Why the channel does not take a file in any way; undefined when it does. */
export function refusalOf(able: Capabilities, file: { name: string; type: string; size: number }): Refusal | undefined {
  const { name, type: contentType, size } = file;
  if (size === 0) return { reason: "empty", name };
  if (kindFor(able, contentType, size)) return undefined;
  const own = judgeFile(able, { kind: kindOfType(contentType), contentType, size });
  const problem = judgeFile(able, { kind: "file", contentType, size }) ?? own;
  if (own?.code === "too_large" || problem?.code === "too_large") {
    return { reason: "tooLarge", name, bytes: own?.code === "too_large" ? own.bytes : able.files.file.bytes };
  }
  return { reason: "wrongType", name, types: own?.code === "type_not_supported" ? own.types : able.files.file.types };
}

/** What of a stored file goes into a message. */
export type StoredFile = Pick<FileDraft, "kind" | "name" | "url" | "voice">;

type Held = { file: File; voice: boolean; abort: AbortController };
type Stored = { type: string; size: number; url: string; name: string; voiceNote: boolean };

/** What the stored file is to the channel: its bytes tell more than its name did. */
function judged(able: Capabilities, stored: Stored, voice: boolean): Partial<FileDraft> | Refusal {
  const { name, type, size, url } = stored;
  const refusal = refusalOf(able, { name, type, size });
  const kind = kindFor(able, type, size);
  if (refusal || !kind) return refusal ?? { reason: "wrongType", name, types: able.files.file.types };
  const note = voice && kind === "audio" && (able.voice === "any" || (able.voice === "ogg" && stored.voiceNote));
  const told = kind !== kindOfType(type) ? "asFile" : voice && !note ? "asSound" : "";
  return { state: "ready", share: 1, name, size, url, kind, voice: note, told };
}

/** Files on their way into a message: uploaded at once, so that sending does not wait for them. */
export function useFileUploads(able: Capabilities, onRefused: (refusal: Refusal) => void) {
  const [drafts, setDrafts] = useState<readonly FileDraft[]>([]);
  const held = useRef(new Map<string, Held>());
  // Set once the composer has gone: takes what is stored only then.
  const late = useRef<(file: StoredFile) => void>(undefined);

  const change = useCallback((id: string, patch: Partial<FileDraft>) => {
    setDrafts((before) => before.map((draft) => (draft.id === id ? { ...draft, ...patch } : draft)));
  }, []);
  const remove = useCallback((id: string) => {
    held.current.get(id)?.abort.abort();
    held.current.delete(id);
    setDrafts((before) => before.filter((draft) => draft.id !== id));
  }, []);
  const upload = useCallback(
    async (id: string) => {
      const known = held.current.get(id);
      if (!known) return;
      const { file, voice, abort } = known;
      change(id, { state: "uploading", share: 0, reason: "" });
      try {
        const onProgress = (share: number) => change(id, { share });
        const result = judged(able, await storeFile({ file, voice, signal: abort.signal, onProgress }), voice);
        if (!("reason" in result) || typeof result.reason !== "string" || result.reason === "") {
          change(id, result);
          // Not what was taken out again, or has been sent.
          if (held.current.has(id)) late.current?.(result as StoredFile);
        } else {
          remove(id);
          onRefused(result as Refusal);
        }
      } catch (error) {
        const reason = error instanceof StoreError ? error.message : "";
        if (!abort.signal.aborted) change(id, { state: "failed", reason });
      }
    },
    [able, change, remove, onRefused],
  );
  const add = useCallback(
    (given: readonly File[], { voice = false }: { voice?: boolean } = {}) => {
      for (const file of given) {
        // What was recorded here is judged as it is stored: the server may put it into another container.
        const refusal =
          held.current.size >= maxFiles ? { reason: "tooMany" as const } : voice ? undefined : refusalOf(able, file);
        if (refusal) {
          onRefused(refusal);
          if (refusal.reason === "tooMany") return;
          continue;
        }
        const id = crypto.randomUUID();
        held.current.set(id, { file, voice, abort: new AbortController() });
        const kind = kindOfType(file.type);
        const preview = kind === "image" ? URL.createObjectURL(file) : "";
        const draft = { id, name: file.name, size: file.size, kind, preview, share: 0, reason: "", url: "", voice };
        setDrafts((before) => [...before, { ...draft, state: "uploading", told: "" }]);
        void upload(id);
      }
    },
    [able, upload, onRefused],
  );
  const clear = useCallback(() => {
    held.current.clear();
    setDrafts([]);
  }, []);
  const restore = useCallback((files: readonly StoredFile[]) => {
    const back = files.map((file): FileDraft => {
      const preview = file.kind === "image" ? file.url : "";
      return { ...file, id: crypto.randomUUID(), size: 0, preview, state: "ready", share: 1, reason: "", told: "" };
    });
    setDrafts((before) => [...back, ...before]);
  }, []);
  useRevokedPreviews(drafts);
  const waiting = drafts.some(({ state }) => state !== "ready");
  const failed = drafts.some(({ state }) => state === "failed");
  return { drafts, waiting, failed, add, remove, retry: (id: string) => void upload(id), clear, restore, late };
}

/* A preview holds the file in memory until it is given up. */
function useRevokedPreviews(drafts: readonly FileDraft[]): void {
  const known = useRef(new Set<string>());
  useEffect(() => {
    const current = new Set(drafts.flatMap(({ preview }) => preview || []));
    for (const preview of known.current) if (!current.has(preview)) URL.revokeObjectURL(preview);
    known.current = current;
  }, [drafts]);
  useEffect(
    () => () => {
      for (const preview of known.current) URL.revokeObjectURL(preview);
    },
    [],
  );
}

/** The files in what was pasted or dropped. */
export function filesIn(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])];
}
