import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { secret } from "#server/config/env.ts";
import { emailKey } from "#server/core/email.ts";
import { cookieOptions, deviceCookie, readCookie } from "./cookies.ts";

const yearSeconds = 31_536_000;
let key: Buffer | undefined;

function signature(email: string, device: string): Buffer {
  key ??= Buffer.from(hkdfSync("sha256", secret(), "parley", "known devices", 32));
  return createHmac("sha256", key)
    .update(`${device} ${emailKey(email)}`)
    .digest();
}

/** The device of these cookies, if this account was signed in to from it before. */
export function knownDevice(cookieHeader: string, email: string): string | undefined {
  const [device = "", mark = ""] = (readCookie(cookieHeader, deviceCookie) ?? "").split(".");
  if (!/^[\w-]{22}$/.test(device)) return undefined;
  const given = Buffer.from(mark, "base64url");
  const expected = signature(email, device);
  return given.length === expected.length && timingSafeEqual(given, expected) ? device : undefined;
}

/** Set-Cookie that makes this browser known to the account from now on. */
export function rememberDevice(email: string, known: string | undefined): string {
  const device = known ?? randomBytes(16).toString("base64url");
  const value = `${device}.${signature(email, device).toString("base64url")}`;
  const secure = cookieOptions.secure ? "; Secure" : "";
  return `${deviceCookie}=${value}; Path=/; Max-Age=${yearSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
