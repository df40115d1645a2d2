import { isOwnOrigin } from "#server/core/own-page.ts";

/**
 * Whether a request that changes something comes from our own pages: browsers name where a request was made, and a
 * foreign page can neither hide that nor send JSON without asking first.
 */
export function isFromOwnPage(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return false;
  const origin = request.headers.get("origin");
  if (origin === null) return site === "same-origin";
  return isOwnOrigin(origin, request.headers.get("host"));
}

export function isJson(request: Request): boolean {
  return /^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "");
}
