import { log } from "#server/base/log.ts";
import { systemActor } from "#server/core/actor.ts";
import { inCompany } from "#server/db/pool.ts";
import { systemPool } from "#server/db/system.ts";
import { readableUser } from "#server/users/access.ts";
import { type Browser, begin, noteLater, type Outcome } from "../signing-in.ts";
import { admitAttempt } from "../throttling.ts";
import { isSignedBy, type Signed } from "./checking.ts";
import { handleOf } from "./relying-party.ts";

type Account = { companyId: string; userId: string };

async function accountOf(credentialId: string): Promise<Account | undefined> {
  const { rows } = await systemPool().query<Account>({
    name: "passkeys_account",
    text: `select "companyId", "userId" from passkeys where "credentialId" = $1`,
    values: [credentialId],
  });
  const [found] = rows;
  if (!found) return undefined;
  const { companyId, userId } = found;
  const { active } = await inCompany(companyId, () => readableUser(systemActor(companyId), userId));
  return active ? { companyId, userId } : undefined;
}

/**
 * Signs in with a passkey alone: the device has asked its owner, so it counts as two factors. Limited as passwords are,
 * by the key's own name in place of an address.
 */
export async function signInWithPasskey(
  signed: Signed | undefined,
  browser: Browser,
  deviceOf: (account: Account) => string | undefined,
): Promise<Outcome> {
  const credentialId = signed?.response.id ?? "";
  const attempt = { email: `passkey ${credentialId}`, address: browser.address, device: undefined };
  const admission = await admitAttempt(attempt);
  if (!admission.admitted) return { result: "throttled", retryAfter: admission.retryAfter };
  const account = signed && (await accountOf(credentialId));
  if (!signed || !account) {
    log.info({ address: browser.address }, "a sign-in with a passkey was refused");
    return { result: "refused" };
  }
  // A device says whose key it is: without that it may be a key of another purpose.
  if (signed.response.response.userHandle !== handleOf(account) || !(await isSignedBy(account, signed))) {
    noteLater(account, browser);
    return { result: "refused" };
  }
  await admission.succeeded();
  const claims = await begin(account, browser, { unknownDevice: deviceOf(account) === undefined, way: "passkey" });
  return claims ? { result: "signed_in", claims } : { result: "refused" };
}
