import type { CommandContext } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";

/**
 * Notes that a phone app's history may arrive from now on: its account was shared with the app (embedded sign-up), or
 * the history was requested.
 */
export async function expectHistory(
  { actor, emit }: Pick<CommandContext<unknown>, "actor" | "emit">,
  channelId: string,
): Promise<void> {
  const { count } = await prisma.channelImport.createMany({
    data: { companyId: actor.companyId, channelId, state: "waiting" },
    skipDuplicates: true,
  });
  if (count > 0) emit({ type: "channel/import", channelId, data: { id: channelId } });
}
