import type { z } from "zod";
import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { systemActor } from "#server/core/actor.ts";
import { emailKey } from "#server/core/email.ts";
import { hashPassword, isOutdated, matchesOf } from "#server/core/passwords.ts";
import { isExposedPassword, passwordHint } from "#server/core/published-password.ts";
import { systemPool } from "#server/db/system.ts";
import { renewHash } from "#server/users/row.ts";
import type { SessionClaims } from "./authentication.ts";
import { isDone, type SecondProof, type StepAsked, secondStep } from "./factors/stepping.ts";
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

type Account = { companyId: string; userId: string };
type Candidate = Account & { passwordHash: string | null };

type Given = {
  email: string;
  password: string;
  second?: SecondProof;
  /** The browser as it is known to an account, if the account signed in from it before. */
  deviceOf: (account: Account) => string | undefined;
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
      order by used.at desc nulls last, u."createdAt" limit 50`,
    values: [emailKey(email)],
  });
  return rows;
}

/**
 * The first user whose password it is, before those whose company is open in this browser already. It is checked once,
 * also for no user or several, so that timing reveals nothing.
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

function throttled(browser: Browser, retryAfter: number): Outcome {
  log.warn({ address: browser.address, retryAfter }, "a sign-in must wait");
  return { result: "throttled", retryAfter };
}

/** Codes are counted by the person as well: one who knows the password tries them from wherever they are. */
async function countedStep(user: Account, second: SecondProof, given: Given, browser: Browser) {
  const device = given.deviceOf(user) ?? user.userId;
  const isTried = second.signed !== undefined || second.code.trim() !== "";
  const attempt = { email: `code of ${user.userId}`, address: "", device };
  const admission = isTried ? await admitAttempt(attempt) : undefined;
  if (admission?.admitted === false) return admission;
  const step = await secondStep(user, second, browser);
  if (isDone(step)) await admission?.succeeded();
  return step;
}

/** The hash that stands for the password that was given, kept in the newest way. Another sign-in may be renewing it too. */
async function renewed(user: Candidate, { email, password }: Given): Promise<string | null> {
  const stored = user.passwordHash;
  if (!stored || !isOutdated(stored, email)) return stored;
  const fresh = await hashPassword(password, email);
  if (await renewHash(user, stored, fresh)) return fresh;
  const now = (await candidates(email)).find(({ companyId, userId }) => {
    return companyId === user.companyId && userId === user.userId;
  });
  const [matches] = await matchesOf(password, email, [now?.passwordHash ?? null]);
  return matches && now ? now.passwordHash : stored;
}

/** The user whose password it is; none where it is the demo's published one. */
async function openable(found: readonly Candidate[], given: Given, browser: Browser): Promise<Candidate | undefined> {
  const match = await matching(found, given);
  if (!match || !isExposedPassword(given.password)) return match;
  const where = { address: browser.address, companyId: match.companyId, userId: match.userId };
  const sentence = "a sign-in with the demo's published password was refused: others can reach this installation";
  log.warn({ ...where, passwordHint: passwordHint(match.companyId, emailKey(given.email)) }, sentence);
  return undefined;
}

/**
 * Signs in with email and password. What comes from a browser unknown to an account is a stranger's, also where the
 * browser is known to another account with the address: who must wait as a stranger has only the known ones tried.
 */
export async function signInWithPassword(given: Given, browser: Browser): Promise<Outcome> {
  const { email, second = { code: "" } } = given;
  const found = await candidates(email);
  const known = found.filter((account) => given.deviceOf(account) !== undefined);
  const [first] = known;
  const asKnown = first && (await admitAttempt({ email, address: "", device: given.deviceOf(first) }));
  if (asKnown?.admitted === false) return throttled(browser, asKnown.retryAfter);
  // Counted also where no other account is left: the limits must not tell whether there is one.
  const asStranger = await admitAttempt({ email, address: browser.address, device: undefined });
  if (!asStranger.admitted && !asKnown) return throttled(browser, asStranger.retryAfter);
  const user = await openable(asStranger.admitted ? found : known, given, browser);
  if (!user) {
    log.info({ address: browser.address }, "a sign-in was refused");
    // An email known to several companies may be meant for any of them: none gets an entry.
    const [only, another] = found;
    if (only && !another) noteLater(only, browser);
    return asStranger.admitted ? { result: "refused" } : throttled(browser, asStranger.retryAfter);
  }
  const takeBack = async (reset: boolean) => {
    await asKnown?.succeeded(reset && user === first && known.length === 1);
    if (asStranger.admitted) await asStranger.succeeded(reset && found.length === 1 && !asKnown);
  };
  const step = await countedStep(user, second, given, browser);
  if (typeof step === "object") return throttled(browser, step.retryAfter);
  if (step === "wrong_code") noteLater(user, browser);
  // A wrong code goes on counting, so that codes cannot be guessed faster than passwords; to be asked for one does not.
  else await takeBack(isDone(step));
  if (!isDone(step)) return { result: step };
  const passwordHash = (await renewed(user, given)) ?? undefined;
  const proof = { unknownDevice: !known.includes(user), passwordHash, factorAsked: step === "passed" };
  const claims = await begin(user, browser, proof);
  return claims ? { result: "signed_in", claims } : { result: "refused" };
}

/** In the background, so that the time of the answer does not reveal whether the email exists. */
export function noteLater({ companyId, userId }: Account, browser: Browser): void {
  const userAgent = browser.userAgent.slice(0, 2000);
  noteRefusal
    .execute(systemActor(companyId), { userId, ...browser, userAgent })
    .catch((error: unknown) => log.warn({ error, companyId, userId }, "a refused sign-in was not noted"));
}

/** Undefined where what was proven counts no more: the person was deactivated meanwhile, or has another password. */
export async function begin(
  { companyId, userId }: Account,
  browser: Browser,
  proof: Omit<z.input<typeof startSessionInput>, "userId" | keyof Browser> = {},
): Promise<SessionClaims | undefined> {
  try {
    const { sessionId } = await startSession.execute(systemActor(companyId), { userId, ...browser, ...proof });
    log.info({ companyId, userId, address: browser.address }, "signed in");
    return { companyId, userId, sessionId };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "unauthorized") throw error;
    log.info({ companyId, userId, address: browser.address }, "a sign-in was refused: the account changed meanwhile");
    return undefined;
  }
}
