import { newId } from "#server/base/ids.ts";
import { emailKey } from "#server/core/email.ts";
import type { User } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";

/** Without a passwordHash nobody can sign in with a password. */
type NewUser = Pick<User, "companyId" | "name" | "email" | "role" | "passwordHash"> &
  Partial<Pick<User, "roleId" | "preferences">>;

/** Writes a user in the open scope and transaction; the caller has checked rights, plan and password. */
export async function insertUser(user: NewUser, at: Date): Promise<string> {
  const id = newId();
  const own = { id, name: user.name.trim(), email: emailKey(user.email), createdAt: at, updatedAt: at };
  await prisma.user.create({ data: { ...user, ...own } });
  return id;
}
