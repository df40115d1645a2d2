import { AppError, invalidField } from "#server/base/errors.ts";
import { systemActor } from "#server/core/actor.ts";
import type { UserRow } from "#server/users/access.ts";
import { noteWrongProof } from "../own-password.ts";
import { admitAttempt } from "../throttling.ts";
import { checkFactor } from "./checking.ts";

/** Refuses a wrong code. Guessing is as slow as guessing the password. */
export async function requireOwnCode(
  { companyId, id }: Pick<UserRow, "companyId" | "id">,
  code: string,
): Promise<void> {
  const attempt = await admitAttempt({ email: `code of ${id}`, address: "", device: id });
  if (!attempt.admitted) {
    const message = `Too many attempts. Wait ${attempt.retryAfter} seconds.`;
    throw new AppError("rate_limited", { message, details: [{ field: "code", code: "throttled", message }] });
  }
  const { passed } = await checkFactor.execute(systemActor(companyId), { userId: id, code });
  if (!passed) {
    noteWrongProof({ companyId, id }, "code");
    throw invalidField("code", "This is not the code of the moment.", "wrong_passcode");
  }
  await attempt.succeeded();
}
