import { randomBytes } from "node:crypto";
import { equalTexts, markOf, marksOf } from "#server/base/secrets.ts";
import { emailKey } from "#server/core/email.ts";
import { cookieOptions, deviceCookie, readCookie } from "./cookies.ts";

const yearSeconds = 31_536_000;
const purpose = "known devices";
const said = (email: string, device: string) => `${device} ${emailKey(email)}`;

/** The device of these cookies, if this account was signed in to from it before. */
export function knownDevice(cookieHeader: string, email: string): string | undefined {
  const [device = "", mark = ""] = (readCookie(cookieHeader, deviceCookie) ?? "").split(".");
  if (!/^[\w-]{22}$/.test(device)) return undefined;
  return marksOf(purpose, said(email, device)).some((one) => equalTexts(one, mark)) ? device : undefined;
}

/** Set-Cookie that makes this browser known to the account from now on. */
export function rememberDevice(email: string, known: string | undefined): string {
  const device = known ?? randomBytes(16).toString("base64url");
  const value = `${device}.${markOf(purpose, said(email, device))}`;
  const secure = cookieOptions.secure ? "; Secure" : "";
  return `${deviceCookie}=${value}; Path=/; Max-Age=${yearSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
