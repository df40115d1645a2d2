import { z } from "zod";
import { now, second } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { log } from "#server/base/log.ts";
import { useUp } from "../choice.ts";
import { challengeCookie, openedToken, readCookie, sealedToken, setCookie } from "../cookies.ts";
import { challengeMs, newChallenge } from "./challenges.ts";
import type { Signed } from "./checking.ts";
import { relyingParty } from "./relying-party.ts";
import { type AssertionOptions, assertionSchema } from "./schema.ts";

const salt = "passkey challenge";
const challengeSchema = z.object({ id: z.uuid(), challenge: z.string(), until: z.number() });

export function assertionOptions(challenge: string, allowCredentials: AssertionOptions["allowCredentials"] = []) {
  return {
    challenge,
    rpId: relyingParty.id,
    timeout: challengeMs,
    allowCredentials,
    userVerification: "required" as const,
  };
}

/**
 * A challenge for a browser in which nobody is signed in yet: sealed in its cookie, so that no other browser can use it
 * and asking fills no table. The same for all, whoever they are: it names no account.
 */
export async function challengeBrowser(): Promise<{ options: AssertionOptions; cookie: string }> {
  const token = { id: newId(), challenge: newChallenge(), until: now().getTime() + challengeMs };
  const maxAge = challengeMs / second;
  const value = await sealedToken(token, { maxAge, salt });
  return { options: assertionOptions(token.challenge), cookie: setCookie(challengeCookie, value, maxAge) };
}

async function challengeIn(cookieHeader: string) {
  const cookie = readCookie(cookieHeader, challengeCookie);
  if (!cookie || cookie.length > 4096) return undefined;
  try {
    return challengeSchema.safeParse(await openedToken(cookie, { salt })).data;
  } catch (error) {
    log.debug({ error }, "a passkey's challenge was not ours, or too old");
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What the browser's device signed, with its challenge, which is used up by being looked at. */
export async function signedIn(cookieHeader: string, text: string): Promise<Signed | undefined> {
  const response = assertionSchema.safeParse(parsed(text)).data;
  const challenge = response && (await challengeIn(cookieHeader));
  if (!challenge || challenge.until < now().getTime() || !(await useUp(challenge))) return undefined;
  return { challenge: challenge.challenge, response };
}
