import { z } from "zod";
import { AppError } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { deviceOf } from "#server/core/devices.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { lockUser, storedHash } from "#server/users/access.ts";
import { hasFactor } from "./factors/access.ts";
import { expiryOf } from "./lifetime.ts";
import { noticeSignIn } from "./noticing.ts";
import { startSessionInput } from "./schema.ts";

/**
 * Begins a session for a person who has proved who they are. Always a new one (no fixation). Whatever ends the
 * sessions of a person holds their row: what was proven before that is asked once more under it.
 */
export const startSession = command({
  name: "sessions.start",
  access: "system",
  input: startSessionInput,
  output: z.object({ sessionId: z.string() }),
  example: (given) => ({ userId: given.userId ?? "" }),
  async run({ actor, input, now, emit }) {
    const user = await lockUser(actor, input.userId);
    const { passwordHash: proven, factorAsked } = input;
    const isOver = !user.active || (proven !== undefined && proven !== (await storedHash(user)));
    if (isOver || (!factorAsked && (await hasFactor(actor, user.id)))) throw new AppError("unauthorized");
    const sessionId = newId();
    const { provenAt = now } = input;
    if (input.unknownDevice) await noticeSignIn({ actor, now }, user, { ...input, sessionId });
    await prisma.userSession.create({
      data: {
        companyId: actor.companyId,
        id: sessionId,
        userId: user.id,
        address: input.address,
        userAgent: input.userAgent.slice(0, 500),
        expiresAt: expiryOf(now, now),
        createdAt: now,
        lastSeenAt: now,
        provenAt,
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
