import { AppError, invalidField } from "#server/base/errors.ts";
import { row, sql } from "#server/db/sql.ts";
import { admitAttempt } from "#server/sessions/throttling.ts";
import type { UserRow } from "./access.ts";
import { isPassword } from "./passwords.ts";

type Person = Pick<UserRow, "companyId" | "id" | "email">;

/** null where somebody signs in through the identity provider only. */
export async function storedHash({ companyId, id }: Pick<Person, "companyId" | "id">): Promise<string | null> {
  const found = await row<{ passwordHash: string | null }>(sql`
    select "passwordHash" from users where "companyId" = ${companyId} and "id" = ${id}`);
  return found?.passwordHash ?? null;
}

/** Refuses under `field` what is not the person's password. Guessing it is as slow as at the sign-in. */
export async function requireOwnPassword(person: Person, password: string, field: string): Promise<void> {
  const attempt = await admitAttempt({ email: person.email, address: "", device: person.id });
  if (!attempt.admitted) {
    const message = `Too many attempts. Wait ${attempt.retryAfter} seconds.`;
    throw new AppError("rate_limited", { message, details: [{ field, code: "throttled", message }] });
  }
  if (!(await isPassword(password, await storedHash(person))))
    throw invalidField(field, "This is not your current password.", "wrong");
  await attempt.succeeded();
}
