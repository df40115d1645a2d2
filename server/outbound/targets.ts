import os from "node:os";
import ipaddr from "ipaddr.js";
import { env } from "#server/config/env.ts";

let openToPrivate = env.allowPrivateTargets;

/** Whether requests may reach private and loopback addresses: the operator's ALLOW_PRIVATE_TARGETS. */
export function privateTargetsAllowed(): boolean {
  return openToPrivate;
}

/** Tests only: as if the operator had set ALLOW_PRIVATE_TARGETS so. */
export function allowPrivateTargets(allowed: boolean): void {
  openToPrivate = allowed;
}

export const blockedSentence = "The address is private, local or reserved: only public addresses can be called.";

/** Global unicast of IPv6. What lies outside wraps IPv4 (mapped, compatible, NAT64), is local, or is not routed. */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

/** Whether an IP address is one that only the public internet can answer on. Unreadable counts as not public. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv4" || address.match(globalUnicast);
}

let own: { addresses: ReadonlySet<string>; readAt: number } | undefined;

/** This machine's own addresses: a public one leads back here as surely as loopback does. */
function isOwnAddress(text: string): boolean {
  if (!own || Date.now() - own.readAt > 60_000) {
    const found = Object.values(os.networkInterfaces()).flatMap((entries) => entries ?? []);
    own = { addresses: new Set(found.map((entry) => entry.address)), readAt: Date.now() };
  }
  return own.addresses.has(text);
}

/** Why a resolved address may not be connected to, or null. The check of connect time. */
export function refuseAddress(address: string): string | null {
  if (openToPrivate) return null;
  return isPublicAddress(address) && !isOwnAddress(address) ? null : blockedSentence;
}

/** The host of a parsed address without brackets and closing dots. WHATWG parsing made 0x7f.1 and 2130706433 plain. */
function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "").replace(/\.+$/, "");
}

const localName = /(^|\.)localhost$/i;

/** Why a parsed address can never be a target, whatever its name resolves to: scheme, credentials, literal address. */
export function refuseParsed(url: URL): { kind: "invalid_url" | "blocked"; message: string } | null {
  const invalid = (message: string) => ({ kind: "invalid_url" as const, message });
  if (url.protocol !== "http:" && url.protocol !== "https:") return invalid("The address must begin with https://.");
  if (url.username !== "" || url.password !== "") {
    return invalid("The address must not contain a user name or password.");
  }
  const host = bareHost(url);
  if (host === "") return invalid("The address has no host.");
  if (openToPrivate) return null;
  const message = ipaddr.isValid(host) ? refuseAddress(host) : localName.test(host) ? blockedSentence : null;
  return message ? { kind: "blocked", message } : null;
}

/** The sentence why an address cannot be a target (decisions.md K3), or null. What a name resolves to is judged later. */
export function refuseTarget(text: string): string | null {
  if (text.length > 2048) return "The address is longer than 2048 characters.";
  if (!URL.canParse(text)) return "Not an http or https address.";
  const url = new URL(text);
  const refused = refuseParsed(url);
  if (refused) return refused.message;
  if (url.protocol === "http:" && env.appEnv === "live" && !openToPrivate)
    return "The address must begin with https://.";
  return null;
}
