import type { CommandContext } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { lockUser } from "./access.ts";
import { emitUserChanged } from "./governing.ts";
import type { Availability } from "./schema.ts";

/** What a person says of themselves, wherever they say it. */
export async function setAvailability(
  context: Pick<CommandContext<unknown>, "actor" | "emit" | "now">,
  userId: string,
  availability: Availability,
): Promise<void> {
  const before = await lockUser(context.actor, userId);
  if (before.availability === availability) return;
  const { companyId, id } = before;
  await prisma.user.update({
    where: { companyId_id: { companyId, id } },
    data: { availability, awaySince: availability === "away" ? context.now : null, updatedAt: context.now },
  });
  emitUserChanged(context, id);
}
