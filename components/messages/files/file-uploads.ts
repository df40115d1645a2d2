"use client";

import { useSyncExternalStore } from "react";
import { answers, onceReached } from "#components/frame/reaching/answers.ts";
import { freshId } from "#components/thread/fresh-id.ts";
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

const noDrafts: readonly FileDraft[] = [];

/** Who takes the files of one message: what may go into it, and who hears that one may not. */
export type Taking = { able: Capabilities; onRefused: (refusal: Refusal) => void };

/** Where the server is away, say for a restart, it is waited for; what is cut while it answers is told. */
async function afterReturn<T>(error: unknown, again: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const isThere = () => answers().catch(() => false);
  if (signal.aborted || !(error instanceof StoreError && error.isAway) || (await isThere())) throw error;
  await new Promise<void>((resolve) => {
    const end = onceReached(resolve);
    signal.addEventListener("abort", () => {
      end();
      resolve();
    });
  });
  if (signal.aborted) throw error;
  return again();
}

/**
 * Files on their way into one message: uploaded at once, so that sending does not wait for them. They go on, and can
 * be tried again, whether or not they are shown.
 */
export class FileUploads {
  private drafts = noDrafts;
  private readonly held = new Map<string, Held>();
  private readonly listeners = new Set<() => void>();
  private taking: Taking;

  constructor(taking: Taking) {
    this.taking = taking;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  all = (): readonly FileDraft[] => this.drafts;

  takenBy(taking: Taking): void {
    this.taking = taking;
  }

  add = (given: readonly File[], { voice = false }: { voice?: boolean } = {}): void => {
    for (const file of given) {
      // What was recorded here is judged as it is stored: the server may put it into another container.
      const refusal =
        this.drafts.length >= maxFiles
          ? { reason: "tooMany" as const }
          : voice
            ? undefined
            : refusalOf(this.taking.able, file);
      if (refusal) {
        this.taking.onRefused(refusal);
        if (refusal.reason === "tooMany") return;
        continue;
      }
      const id = freshId();
      this.held.set(id, { file, voice, abort: new AbortController() });
      const kind = kindOfType(file.type);
      const preview = kind === "image" ? URL.createObjectURL(file) : "";
      const draft = { id, name: file.name, size: file.size, kind, preview, share: 0, reason: "", url: "", voice };
      this.set([...this.drafts, { ...draft, state: "uploading", told: "" }]);
      void this.upload(id);
    }
  };

  remove = (id: string): void => {
    this.held.get(id)?.abort.abort();
    this.held.delete(id);
    this.set(this.drafts.filter((draft) => draft.id !== id));
  };

  retry = (id: string): void => void this.upload(id);

  /** They have left with their message. */
  clear = (): void => {
    this.held.clear();
    this.set([]);
  };

  /** Gives them away: what is stored, and what has to be stored again. */
  handOver = (): { stored: StoredFile[]; others: { file: File; voice: boolean }[] } => {
    const stored: StoredFile[] = [];
    const others: { file: File; voice: boolean }[] = [];
    for (const { id, state, kind, name, url, voice } of this.drafts) {
      const held = this.held.get(id);
      if (state === "ready") stored.push({ kind, name, url, voice });
      else if (held) others.push(held);
      held?.abort.abort();
    }
    this.clear();
    return { stored, others };
  };

  restore = (files: readonly StoredFile[]): void => {
    const back = files.map((file): FileDraft => {
      const preview = file.kind === "image" ? file.url : "";
      return { ...file, id: freshId(), size: 0, preview, state: "ready", share: 1, reason: "", told: "" };
    });
    this.set([...back, ...this.drafts]);
  };

  private async upload(id: string): Promise<void> {
    const known = this.held.get(id);
    if (!known) return;
    const { file, voice, abort } = known;
    this.change(id, { state: "uploading", share: 0, reason: "" });
    try {
      const onProgress = (share: number) => this.change(id, { share });
      const store = () => storeFile({ file, voice, signal: abort.signal, onProgress });
      const stored = await store().catch((error: unknown) => afterReturn(error, store, abort.signal));
      const result = judged(this.taking.able, stored, voice);
      if (!("reason" in result) || typeof result.reason !== "string" || result.reason === "") this.change(id, result);
      else {
        this.remove(id);
        this.taking.onRefused(result as Refusal);
      }
    } catch (error) {
      const reason = error instanceof StoreError ? error.message : "";
      if (!abort.signal.aborted) this.change(id, { state: "failed", reason });
    }
  }

  private change(id: string, patch: Partial<FileDraft>): void {
    this.set(this.drafts.map((draft) => (draft.id === id ? { ...draft, ...patch } : draft)));
  }

  private set(drafts: readonly FileDraft[]): void {
    // A preview holds the file in memory until it is given up.
    const kept = new Set(drafts.map(({ preview }) => preview));
    for (const { preview } of this.drafts) if (preview && !kept.has(preview)) URL.revokeObjectURL(preview);
    this.drafts = drafts;
    for (const listener of this.listeners) listener();
  }
}

/** What of them is not sent yet, as it changes. */
export function useFileUploads(files: FileUploads) {
  const drafts = useSyncExternalStore(files.subscribe, files.all, () => noDrafts);
  const waiting = drafts.some(({ state }) => state !== "ready");
  const failed = drafts.some(({ state }) => state === "failed");
  const { add, remove, retry, clear, restore } = files;
  return { drafts, waiting, failed, add, remove, retry, clear, restore };
}

/** The files in what was pasted or dropped. */
export function filesIn(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])];
}
