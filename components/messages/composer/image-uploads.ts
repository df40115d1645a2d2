"use client";

import { useCallback, useEffect, useRef, useState } from "react";

export const imageTypes = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;
export const maxImageBytes = 5 * 1024 * 1024;
export const maxImages = 10;

export type ImageDraft = {
  id: string;
  name: string;
  /** What is drawn while it is not stored yet. */
  preview: string;
  state: "uploading" | "ready" | "failed";
  /** Where it is kept, once stored. */
  url: string;
};

export type Refusal = { reason: "wrongType" | "tooLarge"; name: string } | { reason: "tooMany" };

/** Why a file is not taken; undefined when it is. */
export function refusalOf(file: Pick<File, "name" | "type" | "size">): Refusal | undefined {
  if (!imageTypes.some((type) => type === file.type)) return { reason: "wrongType", name: file.name };
  return file.size > maxImageBytes ? { reason: "tooLarge", name: file.name } : undefined;
}

async function store(file: File, signal: AbortSignal): Promise<string> {
  const response = await fetch("/uploads", {
    method: "POST",
    headers: { "Content-Type": file.type },
    body: file,
    signal,
  });
  const answer: unknown = response.ok ? await response.json() : undefined;
  const url: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, "url") : undefined;
  if (typeof url !== "string") throw new Error("The image was not stored.");
  return url;
}

/** Images on their way into a message: uploaded at once, so that sending does not wait for them. */
export function useImageUploads(onRefused: (refusal: Refusal) => void) {
  const [images, setImages] = useState<readonly ImageDraft[]>([]);
  const files = useRef(new Map<string, { file: File; abort: AbortController }>());

  const change = useCallback((id: string, patch: Partial<ImageDraft>) => {
    setImages((before) => before.map((image) => (image.id === id ? { ...image, ...patch } : image)));
  }, []);
  const upload = useCallback(
    async (id: string) => {
      const held = files.current.get(id);
      if (!held) return;
      change(id, { state: "uploading" });
      try {
        change(id, { state: "ready", url: await store(held.file, held.abort.signal) });
      } catch {
        if (!held.abort.signal.aborted) change(id, { state: "failed" });
      }
    },
    [change],
  );
  const add = useCallback(
    (given: readonly File[]) => {
      for (const file of given) {
        const refusal = files.current.size >= maxImages ? { reason: "tooMany" as const } : refusalOf(file);
        if (refusal) {
          onRefused(refusal);
          if (refusal.reason === "tooMany") return;
          continue;
        }
        const id = crypto.randomUUID();
        files.current.set(id, { file, abort: new AbortController() });
        const preview = URL.createObjectURL(file);
        setImages((before) => [...before, { id, name: file.name, preview, state: "uploading", url: "" }]);
        void upload(id);
      }
    },
    [upload, onRefused],
  );
  const remove = useCallback((id: string) => {
    files.current.get(id)?.abort.abort();
    files.current.delete(id);
    setImages((before) => before.filter((image) => image.id !== id));
  }, []);
  const clear = useCallback(() => {
    files.current.clear();
    setImages([]);
  }, []);
  useRevokedPreviews(images);
  return { images, add, remove, retry: (id: string) => void upload(id), clear };
}

/* A preview holds the file in memory until it is given up. */
function useRevokedPreviews(images: readonly ImageDraft[]): void {
  const known = useRef(new Set<string>());
  useEffect(() => {
    const current = new Set(images.map((image) => image.preview));
    for (const preview of known.current) if (!current.has(preview)) URL.revokeObjectURL(preview);
    known.current = current;
  }, [images]);
  useEffect(
    () => () => {
      for (const preview of known.current) URL.revokeObjectURL(preview);
    },
    [],
  );
}

/** The images in what was pasted or dropped. */
export function imagesIn(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])];
}
