import type { IncomingMessage } from "node:http";
import { env } from "#server/config/env.ts";
import { addressOfIncoming } from "#server/core/caller.ts";

/** Where a handshake came from, kept when the request itself is let go to save memory. */
export type Handshake = { cookie: string; origin: string | undefined; host: string; address: string };

export function handshakeOf(request: IncomingMessage): Handshake {
  const { cookie = "", origin, host = "" } = request.headers;
  return { cookie, origin, host, address: addressOfIncoming(request) };
}

/** Whether a page of `origin` is one of ours: under the public address, or under the very host that was asked. */
export function isOwnOrigin(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  if (url.origin === new URL(env.publicUrl).origin) return true;
  return (url.protocol === "http:" || url.protocol === "https:") && host !== "" && url.host === host.toLowerCase();
}

/** A browser always names its origin on a handshake; programs may leave it out and bring their own credentials. */
export function mayConnectAsAgent({ origin, host }: Handshake): boolean {
  return origin === undefined || isOwnOrigin(origin, host);
}
