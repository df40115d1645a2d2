import { log } from "#server/base/log.ts";
import { newSecret } from "#server/base/secrets.ts";
import { env } from "#server/config/env.ts";
import { isPassword } from "#server/core/passwords.ts";
import { passwordHint, publishedPassword } from "#server/core/published-password.ts";
import { systemPool } from "#server/db/system.ts";

/** How the people of the demo company sign in; printed at the start, for trials only. */
export type DemoSignIn = { email: string; password: string };

export const demoDomain = "demo.parley.example";
/** The company's name until all of it is there. */
export const unfinishedName = "Acme Bikes (demo, being made)";

/** The published password where only this machine can reach the demo; elsewhere a generated one, printed once. */
export function demoPassword(): string {
  return env.isExposed ? newSecret("", 15) : publishedPassword;
}

/**
 * Logs at the start whose sign-in is refused because others can reach this installation now; returns their addresses.
 */
export async function warnOfPublishedPassword(): Promise<string[]> {
  if (!env.isExposed) return [];
  const { rows } = await systemPool().query<{ companyId: string; email: string; passwordHash: string }>(
    `select "companyId", "email", "passwordHash" from users
     where "email" like '%@' || $1 and "active" and "passwordHash" is not null order by "id" limit 20`,
    [demoDomain],
  );
  const named: string[] = [];
  for (const { companyId, email, passwordHash } of rows) {
    if (!(await isPassword(publishedPassword, passwordHash))) continue;
    const sentence = "an account has the demo's published password: it cannot sign in until it gets another";
    log.warn({ companyId, email, passwordHint: passwordHint(companyId, email) }, sentence);
    named.push(email);
  }
  return named;
}
