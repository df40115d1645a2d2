import { AppError } from "#server/base/errors.ts";
import { lockCompany, ownCompany } from "#server/companies/access.ts";
import type { Actor, Rights } from "#server/core/actor.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { beyond, endsAtTeams } from "#server/core/rights.ts";
import { prisma } from "#server/db/prisma.ts";
import { planOf } from "#server/plans/access.ts";
import { expectSessionChange } from "#server/sessions/authentication.ts";
import { teamIdsOf } from "#server/teams/access.ts";
import { expectTokenChange } from "#server/tokens/authentication.ts";
import { rightsOf, type UserRow } from "./access.ts";
import { lockAdmins } from "./listing.sql.ts";
import { passwordFault, passwordSentence } from "./password-rules.ts";

/**
 * Refuses to create, change or deactivate people with more permissions than one's own, or, where one's own role ends
 * somewhere, of teams that are not one's own: that would be a way to raise oneself.
 */
export async function mayGovern(
  actor: Actor,
  ...people: Pick<UserRow, "companyId" | "id" | "role" | "roleId">[]
): Promise<void> {
  const { settings } = await ownCompany(actor);
  for (const person of people) requireNoMore(actor, await rightsOf(person, settings));
  if (!endsAtTeams(actor)) return;
  const own = await teamIdsOf(actor);
  for (const { companyId, id: userId } of people) {
    const further = (await teamIdsOf({ companyId, userId })).some((id) => !own.includes(id));
    if (further) throw beyondOwn(["scope"]);
  }
}

function beyondOwn(requiredPermissions: string[]): AppError {
  return new AppError("forbidden", {
    message: "You can do this only to people who have no more permissions than you, and are in no other teams.",
    extra: { requiredPermissions },
  });
}

/** Refuses to give, or to touch who has, more than one's own: permissions, reach, or what one is not shown (W11). */
export function requireNoMore(actor: Actor, wanted: Rights): void {
  const missing = beyond(actor, wanted);
  if (missing.length > 0) throw beyondOwn(missing);
}

/** One more active user must fit the plan (L4) beside those `promised` a place. Holds the company's row, so that two at once cannot both be the last. */
export async function requireRoomInPlan(actor: Actor, promised = 0): Promise<void> {
  await lockCompany(actor);
  const { userLimit } = await planOf(actor.companyId);
  const { companyId } = actor;
  const used = await prisma.user.count({ where: { companyId, active: true } });
  if (used + promised < userLimit) return;
  throw new AppError("plan_limit_reached", { message: `Your plan allows ${userLimit} active users.` });
}

/** A company always keeps an active administrator (L3). Holds their rows, so that two cannot step down at once. */
export async function requireOtherAdmin(actor: Actor, leaving: UserRow): Promise<void> {
  const admins = await lockAdmins(actor.companyId);
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

/** What the audit log stores of a change; screens only learn that there was one. */
type UserChange = { changes?: Record<string, { before: unknown; after: unknown }>; password?: "reset" };

/** What the audit log tells of somebody new: what they may do from the first moment. */
export function initialRole(given: Pick<UserRow, "role" | "roleId">): UserChange {
  const known = Object.entries(given).filter(([, after]) => after !== null);
  return { changes: Object.fromEntries(known.map(([key, after]) => [key, { before: null, after }])) };
}

/** Emits the event, and drops what is cached about the user. */
export function emitUserChanged(
  { actor, emit }: Pick<CommandContext<unknown>, "actor" | "emit">,
  userId: string,
  more: UserChange = {},
): void {
  const subject = { companyId: actor.companyId, userId };
  expectSessionChange(subject);
  expectTokenChange(subject);
  emit({ type: "user/changed", data: { id: userId, ...more } });
}
