import { isIP } from "node:net";
import { env } from "#server/config/env.ts";

const { hostname, origin, protocol } = new URL(env.publicUrl);

/**
 * Who asks for a key: the public address, whatever a request's headers say. A key made under one host name is good
 * there alone.
 */
export const relyingParty = { id: hostname, origin, name: "Parley" };

/** Browsers make keys for names only, and over https except on this very machine. */
export const takesPasskeys =
  isIP(hostname.replace(/^\[|\]$/g, "")) === 0 && (protocol === "https:" || isLocal(hostname));

function isLocal(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost");
}

/** Names the account to devices: two ids, nothing of the person. */
export function handleOf({ companyId, userId }: { companyId: string; userId: string }): string {
  return Buffer.from(`${companyId}${userId}`.replaceAll("-", ""), "hex").toString("base64url");
}
