import type { IncomingMessage } from "node:http";
import { addressOfIncoming } from "#server/core/caller.ts";
import { isOwnOrigin } from "#server/core/own-page.ts";

/** Where a handshake came from, kept when the request itself is let go to save memory. */
export type Handshake = { cookie: string; origin: string | undefined; host: string; address: string };

export function handshakeOf(request: IncomingMessage): Handshake {
  const { cookie = "", origin, host = "" } = request.headers;
  return { cookie, origin, host, address: addressOfIncoming(request) };
}

/** A browser always names its origin on a handshake; programs may leave it out and bring their own credentials. */
export function mayConnectAsAgent({ origin, host }: Handshake): boolean {
  return origin === undefined || isOwnOrigin(origin, host);
}
