import { minute } from "#server/base/clock.ts";
import { AppError } from "#server/base/errors.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";

/** How long after giving a password (or signing in) a person is not asked again. */
const proofMs = 10 * minute;

type Context = Pick<CommandContext<unknown>, "actor" | "now">;

/**
 * Guards tokens, secrets, exports, members and every other lasting way in: `password_needed` unless the person has just
 * signed in or given their password, because an open browser is not enough. Tokens, jobs and the command line have no
 * session. `signInCounts`: so does one that proved nothing, through an identity provider that does not say when.
 */
export async function requireProof({ actor, now }: Context, { signInCounts = false } = {}): Promise<void> {
  if (actor.sessionId === undefined) return;
  const where = { companyId: actor.companyId, id: actor.sessionId };
  const session = await prisma.userSession.findFirst({ where, select: { provenAt: true, createdAt: true } });
  const at = session?.provenAt ?? (signInCounts ? session?.createdAt : undefined);
  const age = now.getTime() - (at?.getTime() ?? 0);
  if (age > proofMs) throw new AppError("password_needed");
}
