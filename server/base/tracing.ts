import { AsyncLocalStorage } from "node:async_hooks";
import type { Span } from "@opentelemetry/api";
import type { About, Library } from "./tracing-library.ts";

/*
 * Traces, where a collector is named. Without one nothing is loaded, and what could be traced asks one variable. Names
 * and attributes are words of closed sets and ids, never addresses or texts of people.
 */

let library: Library | undefined;
const open = new AsyncLocalStorage<Span | undefined>();

/** Begins to trace; returns how to end it, after what is known has been sent. */
export async function openTracing(options: { endpoint: string; service: string }): Promise<() => Promise<void>> {
  const { openLibrary } = await import("./tracing-library.ts");
  const opened = openLibrary(options);
  library = opened;
  return () => {
    library = undefined;
    return opened.stop();
  };
}

export const isTracing = (): boolean => library !== undefined;

/** W3C traceparent of a span, else of the open one; null: there is none. */
export function traceparent(span = open.getStore()): string | null {
  if (!span) return null;
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
}

function start(tracing: Library, about: About): Span {
  return tracing.start("parent" in about ? about : { ...about, parent: traceparent() });
}

/** Runs `work` as a span. A failure is marked as one, without its words. */
export async function spanned<T>(about: About, work: (span: Span | undefined) => Promise<T>): Promise<T> {
  if (!library) return work(undefined);
  const span = start(library, about);
  try {
    return await open.run(span, () => work(span));
  } catch (error) {
    span.setStatus({ code: 2 });
    throw error;
  } finally {
    span.end();
  }
}

/** The same, but only as a part of something that is traced. */
export function spannedWithin<T>(name: string, work: () => Promise<T>): Promise<T> {
  return library && open.getStore() ? spanned({ name }, work) : work();
}

/** Notes a moment, or what began at `startedAt` and ends now, and says its traceparent; null: nothing is traced. */
export function noteSpan(about: About): string | null {
  if (!library || !(about.parent ?? open.getStore())) return null;
  const span = start(library, about);
  span.end();
  return traceparent(span);
}

/** Runs `work` as part of no trace: timers and what follows a commit belong to none. */
export function untraced<T>(work: () => T): T {
  return library ? open.run(undefined, work) : work();
}
