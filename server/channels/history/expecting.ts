import type { CommandContext } from "#server/core/operation.ts";
import { execute, sql } from "#server/db/sql.ts";

/**
 * Notes that a phone app's history may arrive from now on: its account was shared with the app (embedded sign-up), or
 * the history was requested.
 */
export async function expectHistory(
  { actor, emit }: Pick<CommandContext<unknown>, "actor" | "emit">,
  channelId: string,
): Promise<void> {
  const added = await execute(sql`
    insert into channel_imports ("companyId", "channelId", "state") values (${actor.companyId}, ${channelId}, 'waiting')
    on conflict do nothing`);
  if (added > 0) emit({ type: "channel/import", channelId, data: { id: channelId } });
}
