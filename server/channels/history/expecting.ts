import type { CommandContext } from "#server/core/operation.ts";
import { execute, sql } from "#server/db/sql.ts";

/** The account was shared with the app (embedded sign-up), or its past was asked for: it may come from now on. */
export async function expectHistory(
  { actor, emit }: Pick<CommandContext<unknown>, "actor" | "emit">,
  channelId: string,
): Promise<void> {
  const added = await execute(sql`
    insert into channel_imports ("companyId", "channelId", "state") values (${actor.companyId}, ${channelId}, 'waiting')
    on conflict do nothing`);
  if (added > 0) emit({ type: "channel/import", channelId, data: { id: channelId } });
}
