import { isRecord } from "#components/live/records.ts";
import type { Caller } from "#components/live/trpc/batch.ts";
import { CallError } from "#components/live/trpc/call-error.ts";
import { loadAnew } from "./leaving.ts";

const listeners = new Set<() => void>();

/** For the bar: something was tried that is refused while one looks as somebody else. */
export function onRefusedPreview(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function isRefusedPreview(error: unknown): boolean {
  const data: unknown = error instanceof CallError ? error.data : undefined;
  return isRecord(data) && isRecord(data.extra) && typeof data.extra.seenAs === "string";
}

/** Another tab works as another person by now: nothing of theirs may come into this page. */
function isOtherPerson(error: unknown): boolean {
  const data: unknown = error instanceof CallError ? error.data : undefined;
  if (!isRecord(data) || !Array.isArray(data.details)) return false;
  return data.details.some((detail) => isRecord(detail) && detail.code === "other_person");
}

/** Tells the bar, or loads the page anew; the refusal itself goes on to who asked. */
export function withPreview(caller: Caller): Caller {
  return async (call) => {
    try {
      return await caller(call);
    } catch (error) {
      if (isOtherPerson(error)) loadAnew();
      if (isRefusedPreview(error)) for (const listener of listeners) listener();
      throw error;
    }
  };
}
