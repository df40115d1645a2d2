import net from "node:net";
import { readAddress } from "./trusted-proxies.ts";

/** Whether a host name or address leads to this machine only. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (net.isIP(bare) === 0) return /^(?:.+\.)?localhost$/i.test(bare);
  return readAddress(bare)?.range() === "loopback";
}

/**
 * Whether others can reach this installation: it listens beyond loopback, or its public address is not a loopback one,
 * which then leads here through a proxy. What it listens on counts whatever PUBLIC_URL says.
 */
export function isExposed({ host, publicUrl }: { host: string; publicUrl: string }): boolean {
  return !isLoopback(host) || !isLoopback(new URL(publicUrl).hostname);
}
