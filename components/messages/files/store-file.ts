import { inWords } from "#components/live/failures/speaking.ts";
import { isRecord } from "#components/live/records.ts";
import type { UploadedFile } from "#server/uploads/schema.ts";

/** Why a file was not stored, in the reader's words; empty where there was no answer. */
export class StoreError extends Error {}

function reasonOf({ error, details, message }: Record<string, unknown>): string {
  return typeof error === "string" && typeof message === "string" ? inWords(error, details, message) : "";
}

type Store = { file: File; voice?: boolean; signal?: AbortSignal; onProgress?: (share: number) => void };

function answerOf(text: string): Record<string, unknown> {
  try {
    const answer: unknown = JSON.parse(text);
    return isRecord(answer) ? answer : {};
  } catch {
    return {};
  }
}

/** Hands a file to the server; only this kind of request tells how far it is. */
export function storeFile({ file, voice = false, signal, onProgress }: Store): Promise<UploadedFile> {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/uploads?${new URLSearchParams({ name: file.name, voice: String(voice) })}`);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => total > 0 && onProgress?.(loaded / total);
    request.onload = () => {
      const answer = answerOf(request.responseText);
      if (request.status === 201) done(answer as unknown as UploadedFile);
      else failed(new StoreError(reasonOf(answer)));
    };
    request.onerror = () => failed(new StoreError(""));
    request.onabort = () => failed(new StoreError(""));
    signal?.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}
