import { AppError, invalidField } from "#server/base/errors.ts";
import { isPassword } from "#server/core/passwords.ts";
import { admitAttempt } from "#server/sessions/throttling.ts";
import { storedHash, type UserRow } from "#server/users/access.ts";

type Person = Pick<UserRow, "companyId" | "id" | "email">;

/** Refuses a wrong password under `field`. Guessing is as slow as at the sign-in. */
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
