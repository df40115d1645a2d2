import { env } from "#server/config/env.ts";

/**
 * Whether a request that changes something comes from our own pages: browsers name where a request was made, and a
 * foreign page can neither hide that nor send JSON without asking first.
 */
export function isFromOwnPage(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return false;
  const origin = request.headers.get("origin");
  if (origin === null) return site === "same-origin";
  return URL.canParse(origin) && ownOrigins(request).includes(new URL(origin).origin);
}

function ownOrigins(request: Request): string[] {
  const host = request.headers.get("host");
  const asked = host && URL.canParse(`http://${host}`) ? [`http://${host}`, `https://${host}`] : [];
  return [env.publicUrl, ...asked].map((url) => new URL(url).origin);
}

export function isJson(request: Request): boolean {
  return /^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "");
}
