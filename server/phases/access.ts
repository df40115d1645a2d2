import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Phase } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { keepPhase, lockEntry } from "./pipeline.sql.ts";

const byOrder = [{ order: "asc" as const }, { id: "asc" as const }];

/** All phases of the actor's company, by order. */
export function phasesOf({ companyId }: Actor): Promise<Phase[]> {
  return prisma.phase.findMany({ where: { companyId }, orderBy: byOrder });
}

/** One phase of the actor's company; not_found otherwise. */
export async function readablePhase({ companyId }: Actor, id: string): Promise<Phase> {
  const found = isId(id) ? await prisma.phase.findFirst({ where: { companyId, id } }) : undefined;
  if (!found) throw notFound("phase");
  return found;
}

/**
 * Where a conversation goes; not_found where there is no such phase, also since just now. It cannot be deleted until the
 * transaction ends, so ask only about a phase that the locked conversation is not in: a deletion moves those in it.
 */
export async function enterablePhase({ companyId }: Actor, id: string): Promise<Phase> {
  const found = isId(id) ? await keepPhase({ companyId, id }) : undefined;
  if (!found) throw notFound("phase");
  return found;
}

/** Each look waits for a change of the pipeline that took away what the look had seen. */
const mostLooks = 10;

/**
 * Where a new conversation enters the pipeline: the first phase of type progress (E2). It cannot be deleted until the
 * transaction ends.
 */
export async function entryPhase({ companyId }: Actor): Promise<Phase> {
  for (let look = 0; look < mostLooks; look += 1) {
    const found = await lockEntry(companyId);
    if (found) return found;
  }
  throw new Error("a company always has a progress phase");
}
