import { AppError, invalidField } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { systemActor } from "#server/core/actor.ts";
import { isPassword } from "#server/core/passwords.ts";
import { later } from "#server/db/outside.ts";
import { admitAttempt } from "#server/sessions/throttling.ts";
import { storedHash, type UserRow } from "#server/users/access.ts";
import { noteRefusal } from "./refusing.ts";

type Person = Pick<UserRow, "companyId" | "id" | "email">;

/** Refuses a wrong password under `field`. Guessing is as slow as at the sign-in. */
export async function requireOwnPassword(person: Person, password: string, field: string): Promise<void> {
  const attempt = await admitAttempt({ email: person.email, address: "", device: person.id });
  if (!attempt.admitted) {
    const message = `Too many attempts. Wait ${attempt.retryAfter} seconds.`;
    throw new AppError("rate_limited", { message, details: [{ field, code: "throttled", message }] });
  }
  if (!(await isPassword(password, await storedHash(person)))) {
    noteWrongProof(person, field);
    throw invalidField(field, "This is not your current password.", "wrong");
  }
  await attempt.succeeded();
}

/** In a transaction of its own: the one that asked is rolled back. */
export function noteWrongProof({ companyId, id: userId }: Pick<Person, "companyId" | "id">, field: string): void {
  log.info({ companyId, userId, field }, "a password or code was refused in an open session");
  later(() => {
    noteRefusal
      .execute(systemActor(companyId), { userId, address: "", userAgent: "" })
      .catch((error: unknown) => log.warn({ error, companyId, userId }, "a refusal was not noted"));
  }, 0);
}
