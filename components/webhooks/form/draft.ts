import type { PublicEventType } from "#server/core/events/public-types.ts";
import { faultsOf, type HeaderRow, headersOf, rowsOf } from "./header-rules.ts";

/** A webhook as the form holds it. */
export type WebhookDraft = {
  url: string;
  eventTypes: PublicEventType[];
  websiteId: string;
  retryCount: number;
  signed: boolean;
  headers: HeaderRow[];
  /** Where it points today; a new one has none. */
  storedUrl?: string;
};

export type Stored = Omit<WebhookDraft, "headers" | "storedUrl"> & { customHeaders: Record<string, string> };

export const emptyDraft: WebhookDraft = {
  url: "",
  eventTypes: [],
  websiteId: "*",
  retryCount: 5,
  signed: false,
  headers: [],
};

export function draftOf(webhook: Stored): WebhookDraft {
  const { url, eventTypes, websiteId, retryCount, signed, customHeaders } = webhook;
  const headers = rowsOf(customHeaders);
  return { url, eventTypes: [...eventTypes], websiteId, retryCount, signed, headers, storedUrl: url };
}

/** A new address learns no secret of the old one. */
export function isMoved({ url, storedUrl }: WebhookDraft): boolean {
  return storedUrl !== undefined && url.trim() !== storedUrl;
}

/** What is sent to the service. */
export function storedOf({ headers, storedUrl: _storedUrl, ...draft }: WebhookDraft): Stored {
  return { ...draft, url: draft.url.trim(), customHeaders: headersOf(headers) };
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

export type DraftFaults = { url?: UrlFault; events?: "missing"; headers?: "faulty" };

export function faultsOfDraft(draft: WebhookDraft): DraftFaults {
  const faults: DraftFaults = {};
  const url = urlFault(draft.url);
  if (url) faults.url = url;
  if (draft.eventTypes.length === 0) faults.events = "missing";
  if (faultsOf(draft.headers, isMoved(draft)).size > 0) faults.headers = "faulty";
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
