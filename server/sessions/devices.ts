import { randomBytes } from "node:crypto";
import { equalTexts, markOf, marksOf } from "#server/base/secrets.ts";
import { cookieOptions, deviceCookie, readCookie } from "./cookies.ts";

const yearSeconds = 31_536_000;
const purpose = "known devices";
/** One for each account that signed in here, the latest first. */
const maxMarks = 20;

/** A user of one company. Of an address nothing is marked: whoever runs another company may give it a password there. */
export type DeviceAccount = { companyId: string; userId: string };

const said = ({ companyId, userId }: DeviceAccount, device: string) => `${device} ${companyId} ${userId}`;

function inCookie(cookieHeader: string): { device: string; marks: string[] } | undefined {
  const [device = "", ...marks] = (readCookie(cookieHeader, deviceCookie) ?? "").split(".");
  if (!/^[\w-]{22}$/.test(device)) return undefined;
  return { device, marks: marks.filter((mark) => /^[\w-]{43}$/.test(mark)).slice(0, maxMarks) };
}

/** The device of these cookies, if this account was signed in to from it before. */
export function knownDevice(cookieHeader: string, account: DeviceAccount): string | undefined {
  const found = inCookie(cookieHeader);
  if (!found) return undefined;
  const own = marksOf(purpose, said(account, found.device));
  return found.marks.some((mark) => own.some((one) => equalTexts(one, mark))) ? found.device : undefined;
}

/** Set-Cookie that makes this browser known to the account from now on, beside those that knew it before. */
export function rememberDevice(cookieHeader: string, account: DeviceAccount): string {
  const { device, marks } = inCookie(cookieHeader) ?? { device: randomBytes(16).toString("base64url"), marks: [] };
  const own = marksOf(purpose, said(account, device));
  const kept = [markOf(purpose, said(account, device)), ...marks.filter((mark) => !own.includes(mark))];
  const value = [device, ...kept.slice(0, maxMarks)].join(".");
  const secure = cookieOptions.secure ? "; Secure" : "";
  return `${deviceCookie}=${value}; Path=/; Max-Age=${yearSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
