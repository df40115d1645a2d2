import { z } from "zod";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";

/**
 * Takes the addresses out of the log of transcripts that were sent of a conversation or contact that was deleted. Those
 * on their way go out as they were asked for, and are counted: the caller comes back. What was to tell the team of it,
 * by notification, digest or integration, does not leave any more. Causes name what a mail speaks of, between colons.
 */
export const forgetMailed = command({
  name: "mail.forgetMailed",
  access: "system",
  input: z.object({ id: z.string() }),
  output: z.object({ pending: z.int() }),
  example: (given) => ({ id: given.conversationId ?? "" }),
  async run({ actor: { companyId }, input }) {
    const any = { companyId, cause: { contains: `:${input.id}:` } };
    const about = { ...any, kind: "transcript" as const };
    await prisma.mail.deleteMany({ where: { ...any, kind: { not: "transcript" }, dueAt: { not: null } } });
    await prisma.mail.updateMany({ where: { ...about, dueAt: null, recipient: { not: "" } }, data: { recipient: "" } });
    return { pending: await prisma.mail.count({ where: { ...about, dueAt: { not: null } } }) };
  },
});
