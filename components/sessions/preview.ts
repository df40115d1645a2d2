import { TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { isRecord } from "#components/live/records.ts";
import type { AppRouter } from "#server/trpc/router.ts";
import { loadAnew } from "./leaving.ts";

const listeners = new Set<() => void>();

/** For the bar: something was tried that is refused while one looks as somebody else. */
export function onRefusedPreview(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function isRefusedPreview(error: unknown): boolean {
  const data: unknown = error instanceof TRPCClientError ? error.data : undefined;
  return isRecord(data) && isRecord(data.extra) && typeof data.extra.seenAs === "string";
}

/** Another tab works as another person by now: nothing of theirs may come into this page. */
function isOtherPerson(error: unknown): boolean {
  const data: unknown = error instanceof TRPCClientError ? error.data : undefined;
  if (!isRecord(data) || !Array.isArray(data.details)) return false;
  return data.details.some((detail) => isRecord(detail) && detail.code === "other_person");
}

/** Tells the bar, or loads the page anew; the refusal itself goes on to who asked. */
export const previewLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error: (error) => {
          if (isOtherPerson(error)) loadAnew();
          if (isRefusedPreview(error)) for (const listener of listeners) listener();
          observer.error(error);
        },
      }),
    );
