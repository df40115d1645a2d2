import { z } from "zod";
import type { ListenerContext } from "#server/core/listeners.ts";
import { command } from "#server/core/operation.ts";
import { momentAfter } from "#server/db/moment.ts";
import { readableTeam } from "#server/teams/access.ts";
import { checkLater } from "../clocks/checks.sql.ts";
import { eventConversation } from "../viewing.ts";
import { leavingAtOnce, nextOfTeam, takeFromTeam } from "./leaving.sql.ts";

type Gone = { companyId: string; teamId: string };

/** Answers how many; fewer than a slice: no more are there. */
async function leaveSlice(context: ListenerContext, gone: Gone): Promise<number> {
  const locked = await nextOfTeam(gone.companyId, gone.teamId);
  if (locked.length === 0) return 0;
  // One time for all of them, later than everything that has happened to any.
  const at = momentAfter(new Date(Math.max(...locked.map(({ updatedAt }) => updatedAt.getTime()))));
  const ids = locked.map(({ id }) => id);
  await checkLater(gone.companyId, ids);
  for (const row of await takeFromTeam(gone.companyId, ids, at)) {
    const { id: conversationId, channelId, contactId } = row;
    const data = { ...eventConversation(row), changes: { teamId: { before: gone.teamId, after: null } } };
    context.emit({ type: "conversation/updated", conversationId, channelId, contactId, at, data });
  }
  return locked.length;
}

/** The team goes: its conversations belong to none, and tell so; who holds them keeps them. */
export async function leaveTeam(context: ListenerContext, gone: Gone): Promise<void> {
  while ((await leaveSlice(context, gone)) > 0);
}

/** The next slice of them, by itself. The API has no route of its own for it. */
const leaveTeamSlice = command({
  name: "conversations.leaveTeam",
  access: "users_write",
  input: z.object({ teamId: z.string() }),
  output: z.object({ left: z.int() }),
  example: (given) => ({ teamId: given.teamId ?? "" }),
  async run(context) {
    const { companyId, id } = await readableTeam(context.actor, context.input.teamId);
    return { left: await leaveSlice(context, { companyId, teamId: id }) };
  },
});

/** Before the team goes, slice after slice, each in a transaction of its own. */
export async function leaveAhead({ actor }: Pick<ListenerContext, "actor">, { teamId }: Pick<Gone, "teamId">) {
  while ((await leaveTeamSlice.execute(actor, { teamId })).left === leavingAtOnce);
}
