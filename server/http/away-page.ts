import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import type english from "#i18n/en/fault.json";
import { type Locale, localeCookie, pickLocale } from "#i18n/locale.ts";

/** Whether a person looks at the answer: a browser goes to an address, and reads a page. */
export function isVisit({ method, headers }: IncomingMessage): boolean {
  if (method !== "GET") return false;
  const mode = headers["sec-fetch-mode"];
  return mode === undefined ? (headers.accept ?? "").includes("text/html") : mode === "navigate";
}

function languageOf({ headers }: IncomingMessage): Locale {
  const chosen = new RegExp(`(?:^|;\\s*)${localeCookie}=([a-z]+)`).exec(headers.cookie ?? "")?.[1];
  return pickLocale(chosen, headers["accept-language"] ?? null);
}

/** What stands in place of a page while the process starts or its database is away, in the reader's language; it asks again by itself. */
export function awayPage(request: IncomingMessage): string {
  const locale = languageOf(request);
  const file = new URL(`../../i18n/${locale}/fault.json`, import.meta.url);
  const { away, awayHint } = JSON.parse(readFileSync(file, "utf8")) as typeof english;
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${away}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="2"></head><body><main><h1>${away}</h1><p>${awayHint}</p></main></body></html>`;
}
