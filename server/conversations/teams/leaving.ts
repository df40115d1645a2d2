import type { ListenerContext } from "#server/core/listeners.ts";
import { momentAfter } from "#server/db/moment.ts";
import { checkLater } from "../clocks/checks.sql.ts";
import { eventConversation } from "../viewing.ts";
import { nextOfTeam, takeFromTeam } from "./leaving.sql.ts";

/** The team goes: its conversations belong to none, and tell so; who holds them keeps them. */
export async function leaveTeam(context: ListenerContext, gone: { companyId: string; teamId: string }): Promise<void> {
  for (;;) {
    const locked = await nextOfTeam(gone.companyId, gone.teamId);
    if (locked.length === 0) return;
    // One time for all of them, later than everything that has happened to any.
    const at = momentAfter(new Date(Math.max(...locked.map(({ updatedAt }) => updatedAt.getTime()))));
    const ids = locked.map(({ id }) => id);
    await checkLater(gone.companyId, ids);
    for (const row of await takeFromTeam(gone.companyId, ids, at)) {
      const { id: conversationId, channelId, contactId } = row;
      const data = { ...eventConversation(row), changes: { teamId: { before: gone.teamId, after: null } } };
      context.emit({ type: "conversation/updated", conversationId, channelId, contactId, at, data });
    }
  }
}
