import type { PublicEventType } from "#server/core/events/public-types.ts";
import type { RetryPlan } from "#server/webhooks/choices.ts";
import type { Condition } from "#server/webhooks/options/schema.ts";
import { type ConditionRow, conditionsOf, isFaulty, rowsOfConditions } from "./condition-rules.ts";
import { faultsOf, type HeaderRow, headersOf, rowsOf } from "./header-rules.ts";

/** A webhook as the form holds it. */
export type WebhookDraft = {
  url: string;
  eventTypes: PublicEventType[];
  websiteId: string;
  retryCount: number;
  signed: boolean;
  headers: HeaderRow[];
  retryPlan: RetryPlan;
  standardHeaders: boolean;
  secretOverlap: boolean;
  channelIds: string[];
  conditions: ConditionRow[];
  /** As typed; empty: as many as it answers. */
  callsPerSecond: string;
  holdWhilePaused: boolean;
  /** Where it points today; a new one has none. */
  storedUrl?: string;
};

export type Stored = Omit<WebhookDraft, "headers" | "storedUrl" | "conditions" | "callsPerSecond"> & {
  customHeaders: Record<string, string>;
  conditions: Condition[];
  callsPerSecond: number | null;
};

export const emptyDraft: WebhookDraft = {
  url: "",
  eventTypes: [],
  websiteId: "*",
  retryCount: 5,
  signed: false,
  headers: [],
  retryPlan: "contract",
  standardHeaders: false,
  secretOverlap: false,
  channelIds: [],
  conditions: [],
  callsPerSecond: "",
  holdWhilePaused: false,
};

export function draftOf(webhook: Stored): WebhookDraft {
  const { url, eventTypes, websiteId, retryCount, signed, customHeaders } = webhook;
  const { retryPlan, standardHeaders, secretOverlap, channelIds, callsPerSecond, holdWhilePaused } = webhook;
  return {
    ...{ url, eventTypes: [...eventTypes], websiteId, retryCount, signed, storedUrl: url },
    ...{ retryPlan, standardHeaders, secretOverlap, channelIds: [...channelIds], holdWhilePaused },
    headers: rowsOf(customHeaders),
    conditions: rowsOfConditions(webhook.conditions),
    callsPerSecond: callsPerSecond === null ? "" : String(callsPerSecond),
  };
}

/** A new address learns no secret of the old one. */
export function isMoved({ url, storedUrl }: WebhookDraft): boolean {
  return storedUrl !== undefined && url.trim() !== storedUrl;
}

/** What is sent to the service. */
export function storedOf({ headers, storedUrl: _storedUrl, ...draft }: WebhookDraft): Stored {
  const { conditions, callsPerSecond, ...rest } = draft;
  return {
    ...rest,
    url: draft.url.trim(),
    customHeaders: headersOf(headers),
    conditions: conditionsOf(conditions),
    callsPerSecond: callsPerSecond.trim() === "" ? null : Number(callsPerSecond),
  };
}

export type UrlFault = "missing" | "form" | "scheme" | "credentials" | "long";

/** What is wrong with an address, as far as can be checked without asking the service. */
export function urlFault(text: string): UrlFault | undefined {
  const given = text.trim();
  if (given === "") return "missing";
  if (given.length > 2048) return "long";
  if (!URL.canParse(given)) return "form";
  const url = new URL(given);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "scheme";
  return url.username !== "" || url.password !== "" ? "credentials" : undefined;
}

export type DraftFaults = {
  url?: UrlFault;
  events?: "missing";
  headers?: "faulty";
  rate?: "range";
  conditions?: "faulty";
};

export function faultsOfDraft(draft: WebhookDraft): DraftFaults {
  const faults: DraftFaults = {};
  const url = urlFault(draft.url);
  if (url) faults.url = url;
  if (draft.eventTypes.length === 0) faults.events = "missing";
  if (faultsOf(draft.headers, isMoved(draft)).size > 0) faults.headers = "faulty";
  const rate = storedOf(draft).callsPerSecond;
  if (rate !== null && !(Number.isInteger(rate) && rate >= 1 && rate <= 1000)) faults.rate = "range";
  if (draft.conditions.some(isFaulty)) faults.conditions = "faulty";
  return faults;
}

export function sameDraft(a: WebhookDraft, b: WebhookDraft): boolean {
  const plain = (draft: WebhookDraft) => {
    const stored = storedOf(draft);
    const headers = Object.entries(stored.customHeaders).sort();
    return JSON.stringify([{ ...stored, eventTypes: [...stored.eventTypes].sort(), customHeaders: headers }]);
  };
  return plain(a) === plain(b);
}
