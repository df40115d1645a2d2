import type { Actor } from "#server/core/actor.ts";
import { prisma } from "#server/db/prisma.ts";

/** What still waits for a webhook is never sent (K7). What is under way in this moment ends. */
export async function dropQueued({ companyId }: Actor, webhookId: string): Promise<void> {
  await prisma.webhookDelivery.updateMany({
    where: { companyId, webhookId, status: { in: ["pending", "recovering"] } },
    data: { status: "dropped", leasedBy: null },
  });
}
