import type { Emitted } from "#server/core/events/handlers.ts";
import { prisma } from "#server/db/prisma.ts";
import { companyZone } from "../reading.ts";
import { nextTime } from "./zoned.ts";

/** The company's clock may be set otherwise: reports that wait for their hour are due by the new one. */
export async function followZone({ actor, events, now }: Emitted): Promise<readonly never[]> {
  if (!events.some(({ type }) => type === "company/changed")) return [];
  const { companyId } = actor;
  const waiting = await prisma.savedReport.findMany({ where: { companyId, dueAt: { gt: now } } });
  if (waiting.length === 0) return [];
  const timeZone = await companyZone(actor);
  for (const { id, schedule, dueAt } of waiting) {
    const next = schedule && nextTime(schedule, timeZone, now);
    if (next && next.getTime() !== dueAt?.getTime())
      await prisma.savedReport.update({ where: { companyId_id: { companyId, id } }, data: { dueAt: next } });
  }
  return [];
}
