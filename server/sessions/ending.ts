import { z } from "zod";
import { AppError, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { deviceOf } from "#server/core/devices.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { requireProof } from "./access.ts";
import { expectSessionChange } from "./authentication.ts";
import { endedSchema, sessionIdInput } from "./schema.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

async function end(
  { actor, now, emit }: Context,
  userId: string,
  which: { id?: string | { not: string } },
): Promise<number> {
  const { companyId } = actor;
  const ended = await prisma.userSession.updateManyAndReturn({
    where: { companyId, userId, revokedAt: null, ...which },
    data: { revokedAt: now },
    select: { id: true, address: true, userAgent: true, seenAsId: true },
  });
  for (const { id, address, userAgent, seenAsId } of ended) {
    expectSessionChange({ companyId, id });
    const data = { id, sessionId: id, userId, address, device: deviceOf(userAgent), own: id === actor.sessionId };
    if (seenAsId) {
      emit({ type: "session/preview_ended", data: { id, sessionId: id, userId: seenAsId, byId: userId } });
    }
    emit({ type: "session/ended", data });
  }
  return ended.length;
}

/** Ends the sessions of a user; `except` stays. Part of whatever takes their right: a new password, role, deactivation. */
export function endSessionsOf(context: Context, userId: string, except?: string): Promise<number> {
  return end(context, userId, except ? { id: { not: except } } : {});
}

function self(actor: Actor): string {
  if (!actor.userId) throw new AppError("forbidden");
  return actor.userId;
}

/** Ends one of one's own sessions: signing out, or, with the password, another browser left behind. */
export const endSession = command({
  name: "sessions.end",
  access: "person",
  input: sessionIdInput,
  output: endedSchema,
  example: (given) => ({ sessionId: given.userSessionId ?? "" }),
  async run(context) {
    const { sessionId } = context.input;
    if (sessionId !== context.actor.sessionId) await requireProof(context);
    const ended = isId(sessionId) ? await end(context, self(context.actor), { id: sessionId }) : 0;
    if (ended === 0) throw notFound("session");
    return { ended };
  },
});

/** Ends all of one's own sessions but the one that asks. */
export const endOtherSessions = command({
  name: "sessions.endOthers",
  access: "person",
  input: z.object({}),
  output: endedSchema,
  example: () => ({}),
  async run(context) {
    await requireProof(context);
    return { ended: await endSessionsOf(context, self(context.actor), context.actor.sessionId) };
  },
});
