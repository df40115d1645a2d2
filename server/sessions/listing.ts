import { z } from "zod";
import { deviceOf } from "#server/core/devices.ts";
import { query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { sessionSchema } from "./schema.ts";

/** One's own sessions, the last used first. */
export const listSessions = query({
  name: "sessions.list",
  access: "person",
  input: z.object({}),
  output: z.array(sessionSchema),
  example: () => ({}),
  async run({ actor, now }) {
    const { companyId, userId } = actor;
    const found = await prisma.userSession.findMany({
      where: { companyId, userId: userId ?? "", revokedAt: null, expiresAt: { gt: now } },
      orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
      take: 100,
    });
    return found.map(({ userAgent, ...session }) => {
      return { ...session, device: deviceOf(userAgent), current: session.id === actor.sessionId };
    });
  },
});
