import type { IncomingMessage } from "node:http";
import type { Context } from "hono";
import { env } from "#server/config/env.ts";
import { readAddress, type TrustedProxies } from "#server/config/trusted-proxies.ts";

const unknown = "unknown";

/** One entry of X-Forwarded-For; some proxies write the port behind it. Undefined where it is no address. */
function readEntry(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
  return readAddress(bare)?.toString();
}

function isTrusted(address: string, { ranges }: TrustedProxies): boolean {
  const read = readAddress(address);
  return read !== undefined && ranges.some((range) => read.kind() === range[0].kind() && read.match(range));
}

/**
 * Where a request comes from: the rightmost address of X-Forwarded-For that is not a trusted proxy. Each proxy vouches
 * only for the entry left of its own, so entries written by a client are never believed; an entry that is not an
 * address ends the walk.
 */
export function callerAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trusted: TrustedProxies = env.trustedProxies,
): string {
  const direct = readAddress(peer ?? "")?.toString() ?? unknown;
  const entries = (forwardedFor ?? "").split(",").map((entry) => entry.trim());
  let caller = direct;
  for (let hop = 1; entries.length > 0; hop += 1) {
    const vouched = trusted.hops > 0 ? hop <= trusted.hops : isTrusted(caller, trusted);
    const next = vouched ? readEntry(entries.pop() ?? "") : undefined;
    if (next === undefined) break;
    caller = next;
  }
  return caller;
}

/**
 * The key that limits count by: an IPv6 /64, because one subscriber usually has all its addresses; else the address.
 */
export function networkOf(address: string): string {
  const read = readAddress(address);
  if (!read || read.kind() === "ipv4") return read?.toString() ?? unknown;
  const groups = read.toNormalizedString().split(":").slice(0, 4);
  return `${groups.join(":")}::/64`;
}

/** The network address of the client of a request to the Hono app. */
export function addressOf(c: Context): string {
  const env: unknown = c.env;
  const incoming = typeof env === "object" && env !== null ? Reflect.get(env, "incoming") : undefined;
  const peer: unknown = incoming?.socket?.remoteAddress;
  return callerAddress(typeof peer === "string" ? peer : undefined, c.req.header("x-forwarded-for"));
}

/** The same for a request that the HTTP server itself handles: an upgrade to a socket. */
export function addressOfIncoming(request: IncomingMessage): string {
  const forwarded = request.headers["x-forwarded-for"];
  return callerAddress(request.socket.remoteAddress, Array.isArray(forwarded) ? forwarded.join(",") : forwarded);
}

/** By what the limits of a request to the Hono app are counted. */
export function networkOfCaller(c: Context): string {
  return networkOf(addressOf(c));
}
