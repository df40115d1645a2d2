import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { type Actor, can } from "#server/core/actor.ts";
import type { BulkJob } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { actingToken } from "#server/tokens/access.ts";
import { actingUser } from "#server/users/access.ts";

/** A job of the person behind the actor, or anybody's for administrators; not_found otherwise. */
export async function readableJob(actor: Actor, id: string): Promise<BulkJob> {
  const { companyId, userId } = actor;
  const own = can(actor, "admin") ? {} : { userId: userId ?? "" };
  const mine = can(actor, "admin") || userId !== null;
  const found = isId(id) && mine ? await prisma.bulkJob.findFirst({ where: { companyId, id, ...own } }) : undefined;
  if (!found) throw notFound("job");
  return found;
}

/** Jobs by their ids, those that are still there. */
export function jobsOf({ companyId }: Actor, ids: readonly string[]): Promise<BulkJob[]> {
  return prisma.bulkJob.findMany({ where: { companyId, id: { in: [...ids] } } });
}

/** Who ran the job, as they may act by now; undefined where a token was revoked or its person is not active. */
export async function actingFor(job: BulkJob): Promise<Actor | undefined> {
  const { companyId, actorType, actorId } = job;
  const found = actorType === "token" ? await actingToken(companyId, actorId) : await actingUser(companyId, actorId);
  return found && withVia(found, job);
}

/** The same actor, whose deeds say which job or macro did them. */
export function withVia(actor: Actor, { kind, id, macroId }: Pick<BulkJob, "kind" | "id" | "macroId">): Actor {
  if (kind === "undo") return { ...actor, via: `undo:${id}` };
  return { ...actor, via: macroId ? `macro:${macroId}` : `bulk:${id}` };
}
