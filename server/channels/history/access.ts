import type { Actor } from "#server/core/actor.ts";
import { prisma } from "#server/db/prisma.ts";

/** Whether a channel still exists, and whether webhooks get events of what is imported to it. */
export async function importTarget({ companyId }: Actor, id: string): Promise<{ told: boolean } | undefined> {
  const where = { companyId, id, deletedAt: null };
  const found = await prisma.channel.findFirst({ where, select: { settings: true } });
  return found ? { told: String(found.settings.historyWebhooks) === "true" } : undefined;
}
