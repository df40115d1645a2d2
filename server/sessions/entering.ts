import { encode } from "next-auth/jwt";
import { second } from "#server/base/clock.ts";
import { AppError } from "#server/base/errors.ts";
import { secret } from "#server/config/env.ts";
import { personBehind } from "#server/core/actor.ts";
import { actorFromCookies } from "./authentication.ts";
import { cookieOptions, sessionCookie } from "./cookies.ts";
import { knownDevice, rememberDevice } from "./devices.ts";
import { endSession } from "./ending.ts";
import { absoluteMs } from "./lifetime.ts";
import { type Browser, begin } from "./signing-in.ts";

/** A new sign-in ends the browser's previous session: it could not be ended later. */
export async function endFormer(cookieHeader: string): Promise<void> {
  const former = await actorFromCookies(cookieHeader);
  if (!former?.sessionId) return;
  await endSession.execute(personBehind(former), { sessionId: former.sessionId }).catch((error: unknown) => {
    // Ended meanwhile by another tab.
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
  });
}

/** Signs in a person who has just joined: the cookies to set, as a sign-in sets them. */
export async function enter(
  { email, ...who }: { companyId: string; userId: string; email: string },
  browser: Browser,
  cookieHeader: string,
): Promise<string[]> {
  const claims = await begin(who, browser);
  const maxAge = Math.floor(absoluteMs / second);
  const value = await encode({ token: claims, secret: secret(), maxAge });
  const secure = cookieOptions.secure ? "; Secure" : "";
  await endFormer(cookieHeader);
  return [
    `${sessionCookie}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`,
    rememberDevice(email, knownDevice(cookieHeader, email)),
  ];
}
