import { env } from "#server/config/env.ts";

/** Of the demo company, as the README prints it: everybody knows it. */
export const publishedPassword = "parley-demo";

/** Whether a password must not open anything here: the published one, where others than this machine can try it. */
export function isOpenToAll(password: string): boolean {
  return env.isExposed && password.normalize("NFKC") === publishedPassword;
}

/** How the operator gives an account another password. */
export function wayOut(companyId: string, email: string): string {
  return `npm run --silent admin -- user set-password --company ${companyId} --email ${email} --password NEW`;
}
