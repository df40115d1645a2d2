import { env } from "#server/config/env.ts";

/** Whether a page of `origin` is one of ours: under the public address, or under the very host that was asked. */
export function isOwnOrigin(origin: string, host: string | null | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  if (url.origin === new URL(env.publicUrl).origin) return true;
  return (url.protocol === "http:" || url.protocol === "https:") && !!host && url.host === host.toLowerCase();
}
