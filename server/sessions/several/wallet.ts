import { z } from "zod";
import { second } from "#server/base/clock.ts";
import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { type Actor, personBehind, systemActor } from "#server/core/actor.ts";
import { emailKey } from "#server/core/email.ts";
import { inCompany } from "#server/db/pool.ts";
import { readableUser } from "#server/users/access.ts";
import { claimsIn, findSession, type SessionClaims } from "../authentication.ts";
import { openedToken, readCookie, sealedToken, sessionCookie, setCookie, walletCookie } from "../cookies.ts";
import { endSession } from "../ending.ts";
import { absoluteMs } from "../lifetime.ts";

const salt = "other companies";
/** A cookie holds four kilobytes. */
const most = 10;
const maxAge = Math.floor(absoluteMs / second);

const walletSchema = z.object({
  sessions: z.array(z.object({ companyId: z.uuid(), userId: z.uuid(), sessionId: z.uuid() })).max(most),
});

/** A session of this browser that lives, and whose it is. */
type Living = { claims: SessionClaims; person: Actor; email: string };

/** Whether this browser says that it has sessions of other companies. */
export const hasWallet = (cookieHeader: string): boolean => readCookie(cookieHeader, walletCookie) !== undefined;

async function walletIn(cookieHeader: string): Promise<SessionClaims[]> {
  const cookie = readCookie(cookieHeader, walletCookie);
  if (!cookie || cookie.length > 4096) return [];
  try {
    return walletSchema.safeParse(await openedToken(cookie, { salt })).data?.sessions ?? [];
  } catch (error) {
    log.debug({ error }, "a cookie of other companies was not ours, or too old");
    return [];
  }
}

async function living(claims: SessionClaims): Promise<Living | undefined> {
  const session = await findSession(claims);
  if (!session) return undefined;
  const { companyId, userId } = claims;
  const { email } = await inCompany(companyId, () => readableUser(systemActor(companyId), userId));
  return { claims, person: session.actor, email: emailKey(email) };
}

type Sessions = { current: Living | undefined; kept: Living[] };

/** The living sessions of this browser: the one that it works in, and those it keeps for other companies. */
async function allIn(cookieHeader: string): Promise<Sessions> {
  const cookie = readCookie(cookieHeader, sessionCookie);
  const claims = cookie && cookie.length <= 4096 ? await claimsIn(cookie) : undefined;
  const current = claims && (await living(claims));
  const kept = await Promise.all((await walletIn(cookieHeader)).map(living));
  return { current, kept: kept.filter((one) => one !== undefined) };
}

/** The session that this browser works in, and those of the same person's other companies. */
export async function sessionsIn(cookieHeader: string): Promise<{ current: Living | undefined; others: Living[] }> {
  const { current, kept } = await allIn(cookieHeader);
  const isOther = (one: Living) =>
    !current || (isSamePerson(one, current) && one.claims.companyId !== current.claims.companyId);
  return { current, others: kept.filter(isOther) };
}

/**
 * The same address in another company. The address alone opens nothing: what is compared here are sessions, each of
 * which began with a credential of its own company, in this browser.
 */
function isSamePerson(one: Living, other: Living): boolean {
  return one.email === other.email;
}

/** Set-Cookie with the sessions of the other companies. */
async function walletOf(others: readonly SessionClaims[]): Promise<string> {
  if (others.length === 0) return setCookie(walletCookie, "", 0);
  const token = { sessions: others.slice(0, most) };
  return setCookie(walletCookie, await sealedToken(token, { maxAge, salt }), maxAge);
}

/** Set-Cookie with the session that the browser works in. */
export async function sessionOf(claims: SessionClaims): Promise<string> {
  return setCookie(sessionCookie, await sealedToken(claims, { maxAge }), maxAge);
}

async function end({ person, claims }: Living): Promise<void> {
  await endSession.execute(personBehind(person), { sessionId: claims.sessionId }).catch((error: unknown) => {
    // Ended meanwhile by another tab.
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
  });
}

/**
 * After a sign-in: the browser's sessions of the same person in other companies stay, all others end, because they
 * could not be ended later. Returns the cookie to set.
 */
export async function settleFormer(cookieHeader: string, begun: SessionClaims): Promise<string> {
  const { current, kept } = await allIn(cookieHeader);
  const fresh = await living(begun);
  const former = [...(current ? [current] : []), ...kept];
  const stays = (one: Living) =>
    fresh !== undefined && isSamePerson(one, fresh) && one.claims.companyId !== begun.companyId;
  for (const one of former) if (!stays(one) && one.claims.sessionId !== begun.sessionId) await end(one);
  return walletOf(former.filter(stays).map(({ claims }) => claims));
}

/** At sign-out: nothing of this browser stays open. Returns the cookie to set. */
export async function endOthers(cookieHeader: string): Promise<string> {
  for (const one of (await allIn(cookieHeader)).kept) await end(one);
  return walletOf([]);
}

/** Works in another company from now on: the cookies to set; undefined where this browser has no such session. */
export async function switchTo(cookieHeader: string, companyId: string): Promise<string[] | undefined> {
  const { current, others } = await sessionsIn(cookieHeader);
  const wanted = others.find(({ claims }) => claims.companyId === companyId);
  // Who looks as somebody else stops that first.
  if (!wanted || current?.person.seenBy) return undefined;
  const rest = others.filter((one) => one !== wanted);
  log.info({ companyId, userId: wanted.claims.userId }, "switched to another company");
  return [
    await sessionOf(wanted.claims),
    await walletOf([...(current ? [current] : []), ...rest].map(({ claims }) => claims)),
  ];
}
