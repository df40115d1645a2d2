import { newId } from "#server/base/ids.ts";
import { emailKey } from "#server/core/email.ts";
import type { Role } from "#server/core/permissions.ts";
import { execute, sql } from "#server/db/sql.ts";

export type NewUser = {
  companyId: string;
  name: string;
  email: string;
  role: Role;
  /** null: cannot sign in with a password. */
  passwordHash: string | null;
};

/** Writes a user in the open scope and transaction; the caller has checked rights, plan and password. */
export async function insertUser(user: NewUser, at: Date): Promise<string> {
  const id = newId();
  await execute(sql`
    insert into users ("companyId", "id", "name", "email", "role", "passwordHash", "createdAt", "updatedAt")
    values (${user.companyId}, ${id}, ${user.name.trim()}, ${emailKey(user.email)}, ${user.role}, ${user.passwordHash},
      ${at}, ${at})`);
  return id;
}
