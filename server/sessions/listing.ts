import { z } from "zod";
import { deviceOf } from "#server/core/devices.ts";
import { query } from "#server/core/operation.ts";
import { rows, sql } from "#server/db/sql.ts";
import { sessionSchema } from "./schema.ts";

type SessionRow = {
  id: string;
  userAgent: string;
  address: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
};

/** One's own sessions, the last used first. */
export const listSessions = query({
  name: "sessions.list",
  access: "person",
  input: z.object({}),
  output: z.array(sessionSchema),
  example: () => ({}),
  async run({ actor, now }) {
    const found = await rows<SessionRow>(sql`
      select "id", "userAgent", "address", "createdAt", "lastSeenAt", "expiresAt" from user_sessions
      where "companyId" = ${actor.companyId} and "userId" = ${actor.userId} and "revokedAt" is null
        and "expiresAt" > ${now}
      order by "lastSeenAt" desc, "id" desc limit 100`);
    return found.map(({ userAgent, ...session }) => {
      return { ...session, device: deviceOf(userAgent), current: session.id === actor.sessionId };
    });
  },
});
