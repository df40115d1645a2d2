import net from "node:net";
import ipaddr from "ipaddr.js";

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** Which proxies are trusted to name a request's sender: a number of proxies in a row, or those at these addresses. */
export type TrustedProxies = { hops: number; ranges: readonly Range[] };

export const noProxies: TrustedProxies = { hops: 0, ranges: [] };

const mostHops = 10;

/** An address as it is compared and counted: IPv4 also where it is mapped into IPv6, no zone; undefined for no address. */
export function readAddress(text: string): ReturnType<typeof ipaddr.process> | undefined {
  const bare = text.replace(/%.*$/, "");
  return net.isIP(bare) === 0 ? undefined : ipaddr.process(bare);
}

function readRange(text: string): Range | undefined {
  const [, base = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  if (net.isIP(base) === 0) return undefined;
  const written = ipaddr.parse(base);
  const address = ipaddr.process(base);
  const widest = address.kind() === "ipv4" ? 32 : 128;
  // A range over mapped addresses is written with the bits of IPv6.
  const length = bits === undefined ? widest : Number(bits) - (written.kind() === address.kind() ? 0 : 96);
  return length >= 0 && length <= widest ? [address, length] : undefined;
}

/** TRUSTED_PROXIES: a number of hops, or addresses and ranges with commas between. Undefined when it is neither. */
export function readTrustedProxies(text: string): TrustedProxies | undefined {
  const whole = text.trim();
  if (/^\d{1,2}$/.test(whole)) return Number(whole) <= mostHops ? { hops: Number(whole), ranges: [] } : undefined;
  const ranges = whole.split(",").map((part) => readRange(part.trim()));
  return ranges.every((range) => range !== undefined) ? { hops: 0, ranges } : undefined;
}
