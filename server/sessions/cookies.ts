import { decode, encode, type JWT } from "next-auth/jwt";
import { env, secret, secrets } from "#server/config/env.ts";

const address = new URL(env.publicUrl);

/** Only over https, and bound to this host by the name's prefix, wherever the public address is https. */
export const secureCookies = address.protocol === "https:";

// Cookies know no ports: two Parleys on one machine must not sign each other out.
const prefix = secureCookies ? "__Host-parley" : `parley-${address.port || "80"}`;

export const sessionCookie = `${prefix}.session`;
export const csrfCookie = `${prefix}.csrf`;
export const callbackCookie = `${prefix}.callback`;
export const deviceCookie = `${prefix}.device`;

/** What a device is to sign before anybody is signed in. */
export const challengeCookie = `${prefix}.challenge`;
/** The sessions of the same person in other companies. */
export const walletCookie = `${prefix}.companies`;
export const choiceCookie = `${prefix}.choice`;

export const cookieOptions = { httpOnly: true, sameSite: "lax", path: "/", secure: secureCookies } as const;

/** Set-Cookie of one of ours; 0 seconds take it away. */
export function setCookie(name: string, value: string, maxAge: number): string {
  const secure = cookieOptions.secure ? "; Secure" : "";
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** The value of one cookie of a Cookie header. */
export function readCookie(header: string, name: string): string | undefined {
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
}

type Kind = {
  /** Keeps the cookies of one kind from passing for another's; the session's own has none. */
  salt?: string;
};

/** What a cookie carries, encrypted and signed. `maxAge` in seconds. */
export function sealedToken(token: JWT, { maxAge, salt = "" }: Kind & { maxAge: number }): Promise<string> {
  return encode({ token, secret: secret(), maxAge, salt });
}

/** What a cookie of ours carries, made with the present secret or a previous one. Throws where it is another's or too old. */
export async function openedToken(cookie: string, { salt = "" }: Kind = {}): Promise<JWT | null> {
  const faults: unknown[] = [];
  for (const one of secrets()) {
    try {
      return await decode({ token: cookie, secret: one, salt });
    } catch (error) {
      // Another secret may open it; where none does, the present one says why.
      faults.push(error);
    }
  }
  throw faults[0];
}
