import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { isSignedBy, type Signed } from "../passkeys/checking.ts";
import { checkFactor } from "./checking.ts";

type Account = { companyId: string; userId: string };

/** What this account has for the second step. */
async function factorsOf({ companyId, userId }: Account): Promise<{ app: boolean; passkey: boolean }> {
  const { rows } = await systemPool().query<{ app: boolean; passkey: boolean }>({
    name: "factors_find",
    text: `
      select exists (select from second_factors f
          where f."companyId" = $1 and f."userId" = $2 and f."confirmedAt" is not null) as "app",
        exists (select from passkeys k where k."companyId" = $1 and k."userId" = $2) as "passkey"`,
    values: [companyId, userId],
  });
  return rows[0] ?? { app: false, passkey: false };
}

/** Whether this account asks for a second step. */
export async function asksForCode(account: Account): Promise<boolean> {
  const { app, passkey } = await factorsOf(account);
  return app || passkey;
}

/** What a browser brings for the second step: a code that was typed, or what a device signed. */
export type SecondProof = { code: string; signed?: Signed | undefined };

/** `passkey_or_code`: a passkey will do, or a code of the app where there is one, or of recovery. */
export type StepAsked = "code_needed" | "passkey_or_code";

type Step = "passed" | "not_asked";
export const isDone = (step: Step | StepAsked | "wrong_code"): step is Step =>
  step === "passed" || step === "not_asked";

/** The second step of a sign-in, after the person has shown who they are by the first. */
export async function secondStep(
  account: Account,
  { code, signed }: SecondProof,
  { address }: { address: string },
): Promise<Step | StepAsked | "wrong_code"> {
  const { app, passkey } = await factorsOf(account);
  if (!app && !passkey) return "not_asked";
  if (signed) return (await isSignedBy(account, signed)) ? "passed" : "wrong_code";
  if (code.trim() === "") return passkey ? "passkey_or_code" : "code_needed";
  if (!/^[\w\s-]{1,40}$/.test(code.trim())) return "wrong_code";
  const { companyId, userId } = account;
  const { passed } = await checkFactor.execute(systemActor(companyId), { userId, code, address });
  return passed ? "passed" : "wrong_code";
}
