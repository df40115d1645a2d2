import { type PublicEventType, publicEventTypes } from "#server/core/events/public-types.ts";
import { statusClasses } from "#server/webhooks/choices.ts";

export const outcomes = ["succeeded", "failed"] as const;
export const spans = ["1h", "24h", "7d", "custom"] as const;

export type Span = (typeof spans)[number];

/** What the log is narrowed to, as the address carries it. Moments are ISO dates. */
export type LogFilter = {
  outcome: (typeof outcomes)[number] | "";
  event: PublicEventType | "";
  status: (typeof statusClasses)[number] | "";
  span: Span | "";
  from: string;
  to: string;
  search: string;
};

export type LogAddress = { filter: LogFilter; logId: string };

export const noFilter: LogFilter = { outcome: "", event: "", status: "", span: "", from: "", to: "", search: "" };

type Params = { get: (name: string) => string | null };

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | "" {
  return values.find((value) => value === text) ?? "";
}

function moment(text: string | null): string {
  const at = Date.parse(text ?? "");
  return Number.isNaN(at) ? "" : new Date(at).toISOString();
}

/** Reads an address; what makes no sense in it is left out. */
export function readLogAddress(params: Params): LogAddress {
  const span = oneOf(spans, params.get("span"));
  const custom = span === "custom";
  return {
    logId: params.get("log") ?? "",
    filter: {
      outcome: oneOf(outcomes, params.get("outcome")),
      event: oneOf(publicEventTypes, params.get("event")),
      status: oneOf(statusClasses, params.get("status")),
      span,
      from: custom ? moment(params.get("from")) : "",
      to: custom ? moment(params.get("to")) : "",
      search: (params.get("search") ?? "").trim().slice(0, 200),
    },
  };
}

export function writeLogAddress({ filter, logId }: LogAddress): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filter, log: logId })) if (value !== "") params.set(name, value);
  const text = params.toString();
  return text === "" ? "?" : `?${text}`;
}

export function isNarrowed(filter: LogFilter): boolean {
  return Object.values(filter).some((value) => value !== "");
}

const spanMs: Record<Exclude<Span, "custom">, number> = { "1h": 3_600_000, "24h": 86_400_000, "7d": 604_800_000 };

/** The moments a filter spans, seen from now; spans reach back from the full minute, so that asking again is the same question. */
export function boundsOf(filter: LogFilter, now: number): { from?: string; to?: string } {
  if (filter.span === "") return {};
  if (filter.span === "custom") {
    return { ...(filter.from ? { from: filter.from } : {}), ...(filter.to ? { to: filter.to } : {}) };
  }
  const minute = Math.floor(now / 60_000) * 60_000;
  return { from: new Date(minute - spanMs[filter.span]).toISOString() };
}

/** What the service is asked for. */
export function queryOfFilter(filter: LogFilter, now: number) {
  const { outcome, event, status, search } = filter;
  return {
    ...(outcome === "" ? {} : { success: outcome === "succeeded" }),
    ...(event === "" ? {} : { event }),
    ...(status === "" ? {} : { statusClass: status }),
    ...(search === "" ? {} : { search }),
    ...boundsOf(filter, now),
  };
}
