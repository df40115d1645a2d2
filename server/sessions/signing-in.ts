import type { z } from "zod";
import { log } from "#server/base/log.ts";
import { systemActor } from "#server/core/actor.ts";
import { emailKey } from "#server/core/email.ts";
import { hashPassword, isOutdated, matchesOf } from "#server/core/passwords.ts";
import { isExposedPassword, passwordHint } from "#server/core/published-password.ts";
import { systemPool } from "#server/db/system.ts";
import { renewHash } from "#server/users/row.ts";
import type { SessionClaims } from "./authentication.ts";
import { type SecondProof, type StepAsked, secondStep } from "./factors/stepping.ts";
import { noteRefusal } from "./refusing.ts";
import type { startSessionInput } from "./schema.ts";
import { startSession } from "./starting.ts";
import { admitAttempt } from "./throttling.ts";

/** The browser that asks, as the server sees it. */
export type Browser = { address: string; userAgent: string };

export type Outcome =
  | { result: "signed_in"; claims: SessionClaims }
  /** Unknown email, wrong password or inactive user: the answer is the same. */
  | { result: "refused" }
  /** The password is right, and a second step is asked for: none was given, or a wrong one. */
  | { result: StepAsked | "wrong_code" }
  | { result: "throttled"; retryAfter: number };

type Way = z.input<typeof startSessionInput>["way"];
type Candidate = { companyId: string; userId: string; passwordHash: string | null };

type Given = {
  email: string;
  password: string;
  second?: SecondProof;
  device: string | undefined;
  /** Companies that this browser has a session in. */
  open?: readonly string[];
};

/** Active users with this email, in whatever company, the one who was here last first. */
async function candidates(email: string): Promise<Candidate[]> {
  const { rows } = await systemPool().query<Candidate>({
    name: "sessions_candidates",
    text: `
      select u."companyId", u."id" as "userId", u."passwordHash" from users u
      left join lateral (
        select max(s."lastSeenAt") as at from user_sessions s where s."companyId" = u."companyId" and s."userId" = u."id"
      ) used on true
      where u."email" = $1 and u."active"
      order by used.at desc nulls last, u."createdAt" limit 5`,
    values: [emailKey(email)],
  });
  return rows;
}

/**
 * The first user whose password it is, before those whose company is open in this browser already. It is checked once, also for no user or several, so that timing reveals nothing.
 */
async function matching(
  found: readonly Candidate[],
  { email, password, open = [] }: Given,
): Promise<Candidate | undefined> {
  const stored = found.map(({ passwordHash }) => passwordHash);
  const matches = await matchesOf(password, email, stored);
  const theirs = found.filter((_, index) => matches[index]);
  return theirs.find(({ companyId }) => !open.includes(companyId)) ?? theirs[0];
}

/** Signs in with email and password. `device` is a browser this account has signed in from before. */
export async function signInWithPassword(given: Given, browser: Browser): Promise<Outcome> {
  const { email, password, device, second = { code: "" } } = given;
  const admission = await admitAttempt({ email, address: browser.address, device });
  if (!admission.admitted) {
    log.warn({ address: browser.address, retryAfter: admission.retryAfter }, "a sign-in must wait");
    return { result: "throttled", retryAfter: admission.retryAfter };
  }
  const found = await candidates(email);
  const match = await matching(found, given);
  const openToAll = match !== undefined && isExposedPassword(password);
  if (openToAll) {
    const given = { address: browser.address, companyId: match.companyId, userId: match.userId };
    const sentence = "a sign-in with the demo's published password was refused: others can reach this installation";
    log.warn({ ...given, passwordHint: passwordHint(match.companyId, emailKey(email)) }, sentence);
  }
  const user = openToAll ? undefined : match;
  if (!user) {
    log.info({ address: browser.address }, "a sign-in was refused");
    // An email known to several companies may be meant for any of them: none gets an entry.
    const [known, another] = found;
    if (known && !another) noteLater(known, browser);
    return { result: "refused" };
  }
  // The attempt goes on counting until the second step is done: codes cannot be guessed faster than passwords.
  const step = await secondStep(user, second, browser);
  if (step === "wrong_code") noteLater(user, browser);
  if (step !== "passed") return { result: step };
  await admission.succeeded();
  const stored = user.passwordHash;
  if (stored && isOutdated(stored, email)) await renewHash(user, stored, await hashPassword(password, email));
  return { result: "signed_in", claims: await begin(user, browser, { unknownDevice: device === undefined }) };
}

/** In the background, so that the time of the answer does not reveal whether the email exists. */
export function noteLater({ companyId, userId }: Pick<Candidate, "companyId" | "userId">, browser: Browser): void {
  const userAgent = browser.userAgent.slice(0, 2000);
  noteRefusal
    .execute(systemActor(companyId), { userId, ...browser, userAgent })
    .catch((error: unknown) => log.warn({ error, companyId, userId }, "a refused sign-in was not noted"));
}

export async function begin(
  { companyId, userId }: Pick<Candidate, "companyId" | "userId">,
  browser: Browser,
  { unknownDevice = false, way = "password" }: { unknownDevice?: boolean; way?: Way } = {},
): Promise<SessionClaims> {
  const given = { userId, ...browser, unknownDevice, way };
  const { sessionId } = await startSession.execute(systemActor(companyId), given);
  log.info({ companyId, userId, address: browser.address }, "signed in");
  return { companyId, userId, sessionId };
}
