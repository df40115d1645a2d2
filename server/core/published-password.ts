import { env } from "#server/config/env.ts";

/** The demo company's password, which is public: the README prints it. */
export const publishedPassword = "parley-demo";

/** Whether a password is refused here: the published one, where machines other than this can try it. */
export function isExposedPassword(password: string): boolean {
  return env.isExposed && password.normalize("NFKC") === publishedPassword;
}

/** How the operator gives an account another password. */
export function passwordHint(companyId: string, email: string): string {
  return `npm run --silent admin -- user set-password --company ${companyId} --email ${email} --password NEW`;
}
