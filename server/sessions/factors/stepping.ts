import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { checkFactor } from "./checking.ts";

type Account = { companyId: string; userId: string };

/** Whether this account asks for a code. */
export async function asksForCode({ companyId, userId }: Account): Promise<boolean> {
  const { rowCount } = await systemPool().query({
    name: "factors_find",
    text: `select 1 from second_factors where "companyId" = $1 and "userId" = $2 and "confirmedAt" is not null`,
    values: [companyId, userId],
  });
  return rowCount === 1;
}

/** The second step of a sign-in, after the person has shown who they are by the first. */
export async function secondStep(
  account: Account,
  code: string,
  { address }: { address: string },
): Promise<"passed" | "code_needed" | "wrong_code"> {
  if (!(await asksForCode(account))) return "passed";
  if (code.trim() === "") return "code_needed";
  if (!/^[\w\s-]{1,40}$/.test(code.trim())) return "wrong_code";
  const { companyId, userId } = account;
  const { passed } = await checkFactor.execute(systemActor(companyId), { userId, code, address });
  return passed ? "passed" : "wrong_code";
}
