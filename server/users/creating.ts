import { AppError } from "#server/base/errors.ts";
import { emailKey } from "#server/core/email.ts";
import { command } from "#server/core/operation.ts";
import { hashPassword } from "#server/core/passwords.ts";
import { prisma } from "#server/db/prisma.ts";
import { requireProof } from "#server/sessions/access.ts";
import { readableUser } from "./access.ts";
import { castRole } from "./casting.ts";
import { emitUserChanged, initialRole, mayGovern, requireGoodPassword, requireRoomInPlan } from "./governing.ts";
import { insertUser } from "./inserting.ts";
import { createUserInput, userSchema } from "./schema.ts";
import { viewUser } from "./viewing.ts";

/** Refuses an address that another user of the company has, active or not. */
export async function requireFreeEmail(companyId: string, email: string, except: string[] = []): Promise<void> {
  const where = { companyId, email: emailKey(email), id: { notIn: except } };
  const taken = (await prisma.user.count({ where })) > 0;
  if (taken) throw new AppError("already_exists", { message: "A user with this email already exists." });
}

/** POST /v1/users */
export const createUser = command({
  name: "users.create",
  access: "users_write",
  input: createUserInput,
  output: userSchema,
  example: () => ({ name: "Bea", email: "bea@example.com", role: "agent" as const, password: "tea at the harbour" }),
  async run(context) {
    const { actor, input, now } = context;
    const { password, roleId: wanted, ...given } = input;
    const role = await castRole(actor, { role: given.role, roleId: null }, { roleId: wanted });
    const person = { ...given, ...role };
    await mayGovern(actor, { companyId: actor.companyId, id: "", ...role });
    if (password !== undefined) requireGoodPassword(password, person, "password");
    await requireFreeEmail(actor.companyId, person.email);
    const passwordHash = password === undefined ? null : await hashPassword(password, person.email);
    await requireRoomInPlan(actor);
    await requireProof(context);
    const id = await insertUser({ companyId: actor.companyId, ...person, passwordHash }, now);
    emitUserChanged(context, id, initialRole(role));
    return viewUser(await readableUser(actor, id));
  },
});
