import { now, second } from "#server/base/clock.ts";
import { systemActor } from "#server/core/actor.ts";
import { emailKey } from "#server/core/email.ts";
import { systemPool } from "#server/db/system.ts";
import type { SessionClaims } from "./authentication.ts";
import { bindIdentity } from "./binding.ts";
import { type Choice, isUsed, useUp } from "./choice.ts";
import { asksForCode, isDone, type SecondProof, type StepAsked, secondStep } from "./factors/stepping.ts";
import { type Browser, begin, noteLater } from "./signing-in.ts";
import { admitAttempt } from "./throttling.ts";

/** What the identity provider says of a person; no address where it has not verified one. */
export type Vouched = {
  issuer: string;
  subject: string;
  email: string | undefined;
  /** When the person signed in there, in seconds since 1970; undefined where it does not say. */
  authTime?: number | undefined;
};

type Account = { companyId: string; userId: string; companyName: string; userName: string; linked: boolean };

/**
 * The users this person may sign in as: those they have been before (`linked`), and active users with their verified
 * address in other companies that no other person of this provider is linked to. Linked ones first, then the last used.
 */
async function accountsOf({ issuer, subject, email }: Omit<Choice, "id">): Promise<Account[]> {
  const { rows } = await systemPool().query<Account>({
    name: "sessions_vouched_accounts",
    text: `
      with found as (
        select i."companyId", i."userId", true as "linked" from user_identities i
        where i."issuer" = $1 and i."subject" = $2
        union all
        select u."companyId", u."id", false from users u
        where u."email" = $3 and not exists (
          select from user_identities o where o."companyId" = u."companyId" and o."issuer" = $1
            and (o."subject" = $2 or o."userId" = u."id"))
      )
      select f."companyId", f."userId", f."linked", c."name" as "companyName", u."name" as "userName" from found f
      join users u on u."companyId" = f."companyId" and u."id" = f."userId" and u."active"
      join companies c on c."id" = f."companyId"
      left join lateral (
        select max(s."lastSeenAt") as at from user_sessions s where s."companyId" = u."companyId" and s."userId" = u."id"
      ) used on true
      order by f."linked" desc, used.at desc nulls last, u."createdAt" limit 50`,
    values: [issuer, subject, email === undefined ? null : emailKey(email)],
  });
  return rows;
}

/** A session of the provider may be days old: what it vouches for is proven since the sign-in there, or not at all. */
function provenBy({ authTime }: Vouched): Date | null {
  return authTime === undefined ? null : new Date(Math.min(authTime * second, now().getTime()));
}

async function enter(
  account: Account,
  vouched: Vouched,
  browser: Browser,
  proof: { factorAsked: boolean; provenAt: Date | null },
): Promise<SessionClaims | undefined> {
  const { companyId, userId, linked } = account;
  const { issuer, subject } = vouched;
  if (!linked) await bindIdentity.execute(systemActor(companyId), { userId, issuer, subject });
  // This way knows browsers by what they say of themselves alone.
  return begin(account, browser, { unknownDevice: true, way: "single_sign_on", ...proof });
}

/** What the person's account asks for besides. */
export type SecondStep = StepAsked | "wrong_code" | "throttled";

type VouchedOutcome =
  | { result: "signed_in"; claims: SessionClaims }
  /** Several companies: the person chooses. */
  | { result: "choose" }
  | { result: "refused" };

/**
 * Signs in a person that the identity provider has identified. A person of one company goes there, whatever other
 * companies put into their lists; a person of several, or one who asks for it (`choosing`), chooses. `current` is the
 * company this browser is signed in to.
 */
export async function signInVouched(
  vouched: Vouched,
  browser: Browser,
  { choosing = false, current }: { choosing?: boolean; current?: string | undefined } = {},
): Promise<VouchedOutcome> {
  const accounts = await accountsOf(vouched);
  const linked = accounts.filter((account) => account.linked);
  const here = linked.find(({ companyId }) => companyId === current);
  const certain = linked.length === 1 ? linked : accounts;
  const [only, another] = choosing ? accounts : here ? [here] : certain;
  if (!only) return { result: "refused" };
  if (another || (await asksForCode(only))) return { result: "choose" };
  const claims = await enter(only, vouched, browser, { factorAsked: false, provenAt: provenBy(vouched) });
  return claims ? { result: "signed_in", claims } : { result: "refused" };
}

/** The companies of a choice that is still to be made, for the page that asks. */
export async function companiesOf(choice: Choice | undefined) {
  if (!choice || (await isUsed(choice))) return [];
  const accounts = await accountsOf(choice);
  return accounts.map(({ companyId, companyName, userName, linked }) => {
    return { id: companyId, name: companyName, userName, linked };
  });
}

/** Signs in where the person chose; undefined for a company that is not theirs, and for a choice that was made already. */
export async function signInChosen(
  choice: Choice,
  companyId: string,
  browser: Browser,
  given: SecondProof = { code: "" },
): Promise<SessionClaims | SecondStep | undefined> {
  const chosen = (await accountsOf(choice)).find((account) => account.companyId === companyId);
  if (!chosen || (await isUsed(choice))) return undefined;
  const admission = await admitAttempt({ email: `code of ${chosen.userId}`, address: "", device: chosen.userId });
  if (!admission.admitted) return "throttled";
  const asked = await asksForCode(chosen);
  const step = await secondStep(chosen, given, browser);
  if (step === "wrong_code") noteLater(chosen, browser);
  if (!isDone(step)) return step;
  await admission.succeeded();
  if (!(await useUp(choice))) return undefined;
  const vouched = { ...choice, email: choice.email };
  const provenAt = asked ? now() : provenBy(vouched);
  return enter(chosen, vouched, browser, { factorAsked: step === "passed", provenAt });
}
