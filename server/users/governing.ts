import { ownCompany } from "#server/companies/access.ts";
import { type Actor, can } from "#server/core/actor.ts";
import { AppError } from "#server/core/errors.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { row, rows, sql } from "#server/db/sql.ts";
import { planOf } from "#server/plans/access.ts";
import { expectSessionChange } from "#server/sessions/authentication.ts";
import { expectTokenChange } from "#server/tokens/authentication.ts";
import type { UserRow } from "./access.ts";
import { passwordFault, passwordSentence } from "./password-rules.ts";

/** Only an administrator makes, changes or unmakes administrators: others would raise themselves. */
export function mayGovern(actor: Actor, ...roles: (string | undefined)[]): void {
  if (!roles.includes("admin") || can(actor, "admin")) return;
  throw new AppError("forbidden", {
    message: "Only an administrator may do this to an administrator.",
    extra: { requiredPermissions: ["admin"] },
  });
}

/** One more active user must fit the plan (L4). Holds the company's row, so that two at once cannot both be the last. */
export async function withinPlan(actor: Actor): Promise<void> {
  await ownCompany(actor, true);
  const { userLimit } = await planOf(actor.companyId);
  const used = await row<{ count: number }>(sql`
    select count(*) as "count" from users where "companyId" = ${actor.companyId} and "active"`);
  if ((used?.count ?? 0) < userLimit) return;
  throw new AppError("plan_limit_reached", { message: `Your plan allows ${userLimit} active users.` });
}

/** A company always keeps an active administrator (L3). Holds their rows, so that two cannot step down at once. */
export async function keepsAdmin(actor: Actor, leaving: UserRow): Promise<void> {
  const admins = await rows<{ id: string }>(sql`
    select "id" from users where "companyId" = ${actor.companyId} and "role" = 'admin' and "active"
    order by "id" for no key update`);
  if (admins.some(({ id }) => id !== leaving.id)) return;
  throw new AppError("conflict", { message: "The last active administrator cannot be removed or demoted." });
}

/** validation_error under `field` when the password cannot be taken. */
export function requireGoodPassword(password: string, owner: { name: string; email: string }, field: string): void {
  const fault = passwordFault(password, owner);
  if (!fault) return;
  const message = passwordSentence(fault);
  throw new AppError("validation_error", { message, details: [{ field, code: fault, message }] });
}

/** Tells everybody, and lets nothing remembered of the user outlive the change. */
export function tellUserChanged(
  { actor, emit }: Pick<CommandContext<unknown>, "actor" | "emit">,
  userId: string,
): void {
  const subject = { companyId: actor.companyId, userId };
  expectSessionChange(subject);
  expectTokenChange(subject);
  emit({ type: "user/changed", data: { id: userId } });
}
