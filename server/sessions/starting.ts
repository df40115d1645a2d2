import { z } from "zod";
import { newId } from "#server/base/ids.ts";
import { deviceOf } from "#server/core/devices.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { readableUser } from "#server/users/access.ts";
import { expiryOf } from "./lifetime.ts";
import { noticeSignIn } from "./noticing.ts";
import { startSessionInput } from "./schema.ts";

/** Begins a session for a person who has just proved who they are. Always a new one (no fixation). */
export const startSession = command({
  name: "sessions.start",
  access: "system",
  input: startSessionInput,
  output: z.object({ sessionId: z.string() }),
  example: (given) => ({ userId: given.userId ?? "" }),
  async run({ actor, input, now, emit }) {
    const user = await readableUser(actor, input.userId);
    const sessionId = newId();
    if (input.unknownDevice) await noticeSignIn({ actor, now }, user, { ...input, sessionId });
    await prisma.userSession.create({
      data: {
        ...{ companyId: actor.companyId, id: sessionId, userId: user.id, address: input.address },
        ...{ userAgent: input.userAgent.slice(0, 500), expiresAt: expiryOf(now, now) },
        ...{ createdAt: now, lastSeenAt: now, provenAt: now },
      },
    });
    emit({
      type: "session/started",
      data: {
        id: sessionId,
        userId: user.id,
        address: input.address,
        device: deviceOf(input.userAgent),
        way: input.way,
      },
      by: { type: "user", id: user.id, name: user.name },
    });
    return { sessionId };
  },
});
