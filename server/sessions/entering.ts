import { AppError } from "#server/base/errors.ts";
import { rememberDevice } from "./devices.ts";
import { sessionOf, settleFormer } from "./several/wallet.ts";
import { type Browser, begin } from "./signing-in.ts";

/** Signs in a person who has just joined: the cookies to set, as a sign-in sets them. */
export async function enter(
  who: { companyId: string; userId: string },
  browser: Browser,
  cookieHeader: string,
): Promise<string[]> {
  const claims = await begin(who, browser, { way: "invitation" });
  if (!claims) throw new AppError("unauthorized");
  const wallet = await settleFormer(cookieHeader, claims);
  return [await sessionOf(claims), wallet, rememberDevice(cookieHeader, who)];
}
