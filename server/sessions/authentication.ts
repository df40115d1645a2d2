import { minute, now } from "#server/base/clock.ts";
import { AppError } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { log } from "#server/base/log.ts";
import { asksForFactor } from "#server/companies/access.ts";
import { type Actor, can, type Rights } from "#server/core/actor.ts";
import { ActorCache, type Subject } from "#server/core/actor-cache.ts";
import type { Role } from "#server/core/permissions.ts";
import type { Company, User, UserSession } from "#server/db/generated/client.ts";
import { systemPool } from "#server/db/system.ts";
import { rightsOf } from "#server/users/access.ts";
import { openedToken, readCookie, sessionCookie } from "./cookies.ts";
import { expiryOf } from "./lifetime.ts";

/** What the signed and encrypted cookie carries: which session it is, nothing about its rights. */
export type SessionClaims = { companyId: string; userId: string; sessionId: string };

type SessionRow = SessionClaims &
  Pick<UserSession, "createdAt" | "lastSeenAt"> &
  Pick<User, "name" | "role" | "roleId"> &
  Pick<Company, "settings"> & { hasFactor: boolean } & Seen;

/** Whom an administrator looks as; null: themselves. */
type Seen = { seenAsId: null } | { seenAsId: string; seenName: string; seenRole: Role; seenRoleId: string | null };

const nothing: Rights = { permissions: new Set(), seesUnassigned: false };
const cache = new ActorCache();
const noteSeenMs = 5 * minute;

/** The claims of a decoded token; undefined when it is not one of ours. */
export function claimsOf(token: unknown): SessionClaims | undefined {
  if (typeof token !== "object" || token === null) return undefined;
  const { companyId, userId, sessionId } = token as Record<string, unknown>;
  return isId(companyId) && isId(userId) && isId(sessionId) ? { companyId, userId, sessionId } : undefined;
}

/**
 * Who is signed in with these cookies; null without a cookie, with a damaged or foreign one, after the session has
 * ended, or when the user is not active. Never throws for what the browser sent.
 */
export async function actorFromCookies(cookieHeader: string): Promise<Actor | null> {
  const cookie = readCookie(cookieHeader, sessionCookie);
  if (!cookie || cookie.length > 4096) return null;
  return cache.find(cookie, async () => {
    const claims = await claimsIn(cookie);
    return claims ? findSession(claims) : null;
  });
}

export async function claimsIn(cookie: string): Promise<SessionClaims | undefined> {
  try {
    return claimsOf(await openedToken(cookie));
  } catch (error) {
    log.debug({ error }, "a session cookie was not ours");
    return undefined;
  }
}

/** The session itself: the cookie only names it. */
export async function findSession({ companyId, userId, sessionId }: SessionClaims) {
  const at = now();
  const { rows } = await systemPool().query<SessionRow>({
    name: "sessions_find",
    text: `
      select s."companyId", s."userId", s."id" as "sessionId", s."createdAt", s."lastSeenAt", u."name", u."role", u."roleId", c."settings",
        exists (select from second_factors f where f."companyId" = u."companyId" and f."userId" = u."id"
          and f."confirmedAt" is not null)
          or exists (select from passkeys k where k."companyId" = u."companyId" and k."userId" = u."id") as "hasFactor",
        v."id" as "seenAsId", v."name" as "seenName", v."role" as "seenRole", v."roleId" as "seenRoleId"
      from user_sessions s
      join users u on u."companyId" = s."companyId" and u."id" = s."userId" and u."active"
      join companies c on c."id" = s."companyId"
      left join users v on v."companyId" = s."companyId" and v."id" = s."seenAsId" and v."active"
      where s."companyId" = $1 and s."id" = $2 and s."userId" = $3 and s."revokedAt" is null and s."expiresAt" > $4`,
    values: [companyId, sessionId, userId, at],
  });
  const [found] = rows;
  if (!found) return null;
  if (at.getTime() - found.lastSeenAt.getTime() > noteSeenMs) noteSeen(found, at);
  return { actor: await actorOf(found), id: found.sessionId };
}

/** The person signed in, or the one whose view they have: only while they are an administrator (W11). */
async function actorOf(found: SessionRow): Promise<Actor> {
  const person = await personOf(found);
  if (found.seenAsId === null || !can(person, "admin")) return person;
  const { companyId, seenAsId: id, seenName: name, seenRole: role, seenRoleId: roleId, sessionId } = found;
  const rights = await rightsOf({ companyId, id, role, roleId }, found.settings);
  return { type: "user", companyId, id, userId: id, name, ...rights, sessionId, seenBy: person };
}

/** Where the company asks for a second factor, people do nothing but set it up before they have it. */
function mustSetUp({ hasFactor, settings, ...of }: SessionRow): boolean {
  return !hasFactor && asksForFactor(settings, of);
}

async function personOf(row: SessionRow): Promise<Actor> {
  const { companyId, userId, sessionId, name, role, roleId, settings } = row;
  const rights = mustSetUp(row) ? nothing : await rightsOf({ companyId, id: userId, role, roleId }, settings);
  return {
    type: "user",
    companyId,
    id: userId,
    userId,
    name,
    ...rights,
    sessionId,
  };
}

/** Moves the idle limit on, in the background. */
function noteSeen(session: SessionRow, at: Date): void {
  systemPool()
    .query({
      name: "sessions_seen",
      text: `update user_sessions set "lastSeenAt" = $3, "expiresAt" = $4
        where "companyId" = $1 and "id" = $2 and "revokedAt" is null`,
      values: [session.companyId, session.sessionId, at, expiryOf(session.createdAt, at)],
    })
    .catch((error: unknown) => log.warn({ error }, "the last use of a session was not noted"));
}

/** What a page says of the person it was drawn for. */
export const personHeader = "x-parley-person";

/** Programs say nothing of it. */
export function isOtherPerson({ userId }: Actor, drawnFor: unknown): boolean {
  return typeof drawnFor === "string" && drawnFor !== "" && drawnFor !== userId;
}

/**
 * Refuses what a page asks that was drawn for another person: the browser has switched since, in another tab, and what
 * one company knows must not come into the page of another.
 */
export function requireSamePerson(actor: Actor | null, drawnFor: string | null | undefined): void {
  if (!actor || !isOtherPerson(actor, drawnFor)) return;
  const message = "This browser works as another person by now. Load the page again.";
  throw new AppError("conflict", { message, details: [{ field: "person", code: "other_person", message }] });
}

/** A change of a session, its user or its company is about to commit. */
export function expectSessionChange(subject: Subject): void {
  cache.expect(subject);
}

/** Such a change has committed, here or in another process. */
export function forgetSessions(subject: Subject): void {
  cache.forget(subject);
}
