import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Trigger } from "#server/db/generated/client.ts";
import { lockRow } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";

const byOrder = [{ order: "asc" as const }, { id: "asc" as const }];

/** All triggers of the actor's company, in their order. */
export function triggersOf({ companyId }: Actor): Promise<Trigger[]> {
  return prisma.trigger.findMany({ where: { companyId }, orderBy: byOrder });
}

/** Those that a visitor's message is tried against. */
export function enabledTriggers({ companyId }: Actor): Promise<Trigger[]> {
  return prisma.trigger.findMany({ where: { companyId, enabled: true, type: "message" }, orderBy: byOrder });
}

/** One trigger of the actor's company; not_found otherwise. */
export async function readableTrigger({ companyId }: Actor, id: string): Promise<Trigger> {
  const found = isId(id) ? await prisma.trigger.findFirst({ where: { companyId, id } }) : undefined;
  if (!found) throw notFound("trigger");
  return found;
}

/** The same, held for a change. */
export async function lockTrigger({ companyId }: Actor, id: string): Promise<Trigger> {
  const found = await lockRow("triggers", { companyId, id });
  if (!found) throw notFound("trigger");
  return found;
}
