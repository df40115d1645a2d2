import { z } from "zod";
import { AppError, notFound } from "#server/base/errors.ts";
import { personBehind } from "#server/core/actor.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { readableUser } from "#server/users/access.ts";
import { expectSessionChange } from "./authentication.ts";
import { seeAsInput } from "./schema.ts";

// An administrator looks at the product as another person sees it (W11): with that person's rights, reach and masks.
// The session says whom; operations refuse every change meanwhile, and the audit log has both ends.

type Context = Pick<CommandContext<unknown>, "actor" | "emit">;

export const seeAs = command({
  name: "sessions.seeAs",
  access: "admin",
  input: seeAsInput,
  output: z.object({ seenAsId: z.string() }),
  example: (given) => ({ userId: given.agentId ?? "" }),
  async run({ actor, input, emit }) {
    const { companyId, sessionId: id } = actor;
    if (id === undefined) throw new AppError("forbidden", { message: "Only a signed-in browser can." });
    const seen = await readableUser(actor, input.userId);
    if (seen.id === actor.userId) throw new AppError("conflict", { message: "You see Parley as yourself already." });
    if (!seen.active) throw new AppError("conflict", { message: "This person is deactivated, and sees nothing." });
    const found = await prisma.userSession.updateMany({
      where: { companyId, id, userId: actor.userId ?? "", revokedAt: null },
      data: { seenAsId: seen.id },
    });
    if (found.count === 0) throw notFound("session");
    expectSessionChange({ companyId, id });
    emit({ type: "session/preview_started", data: { id, sessionId: id, userId: seen.id, byId: actor.userId ?? "" } });
    return { seenAsId: seen.id };
  },
});

async function end({ actor, emit }: Context, which: { id: string } | { seenAsId: string }): Promise<number> {
  const { companyId } = actor;
  const where = { companyId, revokedAt: null, seenAsId: { not: null }, ...which };
  const previews = await prisma.userSession.findMany({ where, select: { id: true, userId: true, seenAsId: true } });
  for (const { id, userId: byId, seenAsId } of previews) {
    await prisma.userSession.update({ where: { companyId_id: { companyId, id } }, data: { seenAsId: null } });
    expectSessionChange({ companyId, id });
    const { id: by, name } = personBehind(actor);
    const data = { id, sessionId: id, userId: seenAsId ?? "", byId };
    emit({ type: "session/preview_ended", data, ...(actor.seenBy ? { by: { type: "user", id: by, name } } : {}) });
  }
  return previews.length;
}

/** Who was deactivated is seen as by nobody any more. */
export const endPreviewsOf = (context: Context, seenAsId: string): Promise<number> => end(context, { seenAsId });

/** Back to one's own view; a repeat changes nothing. */
export const stopSeeingAs = command({
  name: "sessions.stopSeeingAs",
  access: "person",
  whileSeeing: "allowed",
  input: z.object({}),
  output: z.object({ stopped: z.boolean() }),
  example: () => ({}),
  async run(context) {
    const { sessionId: id } = context.actor;
    return { stopped: id !== undefined && (await end(context, { id })) > 0 };
  },
});
