import { encode } from "next-auth/jwt";
import type pg from "pg";
import { newId } from "#server/base/ids.ts";
import type { Company } from "./dataset.ts";

/** A signed-in session, as the sign-in page would have made it. */
export async function signedIn(client: pg.Client, company: Company, port: number): Promise<string> {
  const sessionId = newId();
  await client.query(
    `insert into user_sessions ("companyId","id","userId","expiresAt") values ($1,$2,$3,now() + interval '1 day')`,
    [company.companyId, sessionId, company.userId],
  );
  const { companyId, userId } = company;
  const token = await encode({ token: { companyId, userId, sessionId }, secret: process.env.NEXTAUTH_SECRET ?? "" });
  return `parley-${port}.session=${token}`;
}
