import { inWords } from "#components/live/failures/speaking.ts";
import { isRecord } from "#components/live/records.ts";
import type { UploadedFile } from "#server/uploads/schema.ts";

/** Why a file was not stored, in the reader's words; empty where there was no answer. */
export class StoreError extends Error {
  /** It was not reached, or stops. */
  readonly isAway: boolean;

  constructor(message: string, isAway = false) {
    super(message);
    this.isAway = isAway;
  }
}

function reasonOf({ error, details, message }: Record<string, unknown>): string {
  return typeof error === "string" && typeof message === "string" ? inWords(error, details, message) : "";
}

/** A proxy's own page: its limit is smaller than ours. */
const refusedOnTheWay = (status: number) =>
  status === 413 ? inWords("payload_too_large", [], "A server on the way to Parley takes no file this large.") : "";

type Store = { file: File; voice?: boolean; signal?: AbortSignal; onProgress?: (share: number) => void };

function answerOf(text: string): Record<string, unknown> {
  try {
    const answer: unknown = JSON.parse(text);
    return isRecord(answer) ? answer : {};
  } catch {
    return {};
  }
}

/** What an answer other than 201 says. */
export function refusedWith(status: number, text: string): StoreError {
  return new StoreError(reasonOf(answerOf(text)) || refusedOnTheWay(status), status >= 502);
}

/** Nothing sent and nothing answered for so long: the line has died half-way. Looking at a file takes less. */
const silenceMs = 90_000;

/** Hands a file to the server. */
export async function storeFile({ voice = false, ...store }: Store): Promise<UploadedFile> {
  const address = `/uploads?${new URLSearchParams({ name: store.file.name, voice: String(voice) })}`;
  return (await handOver(address, "application/octet-stream", store)) as unknown as UploadedFile;
}

type Handed = Omit<Store, "voice">;

/** Answers what the server says of it; only this kind of request tells how far it is. */
export function handOver(address: string, type: string, { file, signal, onProgress }: Handed) {
  return new Promise<Record<string, unknown>>((done, failed) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.setRequestHeader("Content-Type", type);
    let silence: ReturnType<typeof setTimeout>;
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        failed(new StoreError("", true));
        request.abort();
      }, silenceMs);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      listen();
      if (total > 0) onProgress?.(loaded / total);
    };
    request.onloadend = () => clearTimeout(silence);
    request.onload = () => {
      if (request.status === 201) done(answerOf(request.responseText));
      else failed(refusedWith(request.status, request.responseText));
    };
    request.onerror = () => failed(new StoreError("", true));
    request.onabort = () => failed(new StoreError(""));
    signal?.addEventListener("abort", () => request.abort());
    listen();
    request.send(file);
  });
}
