import type { z } from "zod";
import { AppError } from "#server/base/errors.ts";
import { emailKey } from "#server/core/email.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { hashPassword } from "#server/core/passwords.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import { momentAfter } from "#server/db/moment.ts";
import { prisma } from "#server/db/prisma.ts";
import { requireProof } from "#server/sessions/access.ts";
import { unbindIdentities } from "#server/sessions/binding.ts";
import { endSessionsOf } from "#server/sessions/ending.ts";
import { endPreviewsOf } from "#server/sessions/seeing-as.ts";
import { lockUser, type UserRow } from "./access.ts";
import { castRole } from "./casting.ts";
import { requireFreeEmail } from "./creating.ts";
import { emitUserChanged, mayGovern, requireGoodPassword, requireOtherAdmin, requireRoomInPlan } from "./governing.ts";
import { updateUserInput, userIdInput, userSchema } from "./schema.ts";
import { viewUser } from "./viewing.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;
type Changes = Omit<z.output<typeof updateUserInput>, "userId">;

/** What the change would break: the plan, the last administrator, another's address, one's own way in. */
async function permit(context: Context, before: UserRow, after: UserRow, changes: Changes): Promise<void> {
  const { actor } = context;
  await mayGovern(actor, before, after);
  const { password } = changes;
  if (password !== undefined) {
    if (before.id === actor.userId && actor.type === "user") {
      const message = "Change your own password in your profile, with the one you have.";
      throw new AppError("validation_error", { message, details: [{ field: "password", code: "own", message }] });
    }
    requireGoodPassword(password, after, "password");
  }
  if (after.email !== before.email) await requireFreeEmail(actor.companyId, after.email, [before.id]);
  if (after.active && !before.active) await requireRoomInPlan(actor);
  const wasAdmin = before.active && before.role === "admin";
  const isAdmin = after.active && after.role === "admin";
  if (wasAdmin && !isAdmin) await requireOtherAdmin(actor, before);
  // Each of these says who gets in, or what they may do there.
  const ways = ["email", "role", "roleId", "active"] as const;
  if (password !== undefined || ways.some((key) => after[key] !== before[key])) await requireProof(context);
}

async function change(context: Context, userId: string, changes: Changes): Promise<UserRow> {
  const { actor } = context;
  const before = await lockUser(actor, userId);
  const { password, ifMatch, ...given } = changes;
  const email = emailKey(given.email ?? before.email);
  const after = { ...before, ...given, ...(await castRole(actor, before, given)), email };
  await permit(context, before, after, changes);
  requireMatch(ifMatch, before.updatedAt);
  const keys = ["name", "email", "role", "roleId", "active"] as const;
  if (password === undefined && keys.every((key) => after[key] === before[key])) return before;
  const { companyId, id, name, role, roleId, active } = after;
  const updatedAt = momentAfter(before.updatedAt);
  const data = { name, email, role, roleId, active, updatedAt };
  await prisma.user.update({ where: { companyId_id: { companyId, id } }, data });
  // The person accepted by the former address is not accepted any more: the next sign-in goes by the new one.
  if (email !== before.email) {
    await unbindIdentities(actor, before.id);
    await forgetResets(companyId, id);
  }
  if (password !== undefined) await storePassword(actor.companyId, after, password);
  const rolesChanged = after.role !== before.role || after.roleId !== before.roleId;
  const rightsChanged = rolesChanged || after.active !== before.active || password !== undefined;
  if (rightsChanged) await endSessionsOf(context, before.id);
  if (!after.active) await endPreviewsOf(context, before.id);
  const changed = keys.filter((key) => after[key] !== before[key]);
  emitUserChanged(context, before.id, {
    ...(changed.length > 0
      ? { changes: Object.fromEntries(changed.map((key) => [key, { before: before[key], after: after[key] }])) }
      : {}),
    ...(password === undefined ? {} : { password: "reset" }),
  });
  return { ...after, updatedAt };
}

/** Links to a new password lead nowhere any more. */
async function forgetResets(companyId: string, userId: string): Promise<void> {
  await prisma.passwordReset.deleteMany({ where: { companyId, userId } });
}

export async function storePassword(
  companyId: string,
  { id, email }: Pick<UserRow, "id" | "email">,
  password: string,
): Promise<void> {
  const where = { companyId_id: { companyId, id } };
  await forgetResets(companyId, id);
  await prisma.user.update({ where, data: { passwordHash: await hashPassword(password, email) } });
}

/** PATCH /v1/users/{userId}: a new role, password or deactivation ends the user's sessions. */
export const updateUser = command({
  name: "users.update",
  access: "users_write",
  input: updateUserInput,
  output: userSchema,
  example: (given) => ({ userId: given.agentId ?? "", name: "Abe A. Agent" }),
  async run(context) {
    const { userId, ...changes } = context.input;
    return viewUser(await change(context, userId, changes));
  },
});

/** DELETE /v1/users/{userId}: deactivates (L3); a repeat changes nothing. */
export const deactivateUser = command({
  name: "users.deactivate",
  access: "users_write",
  input: userIdInput,
  output: userSchema,
  example: (given) => ({ userId: given.agentId ?? "" }),
  run: async (context) => viewUser(await change(context, context.input.userId, { active: false })),
});
