import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { AppError } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { type ListenerContext, Listeners } from "#server/core/listeners.ts";
import { command } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import { momentAfter } from "#server/db/moment.ts";
import { prisma } from "#server/db/prisma.ts";
import { attempt } from "#server/db/transactions/savepoint.ts";
import { readableTeam } from "./access.ts";
import {
  knownChannels,
  knownHours,
  knownMembers,
  nameKeyOf,
  requireFreeName,
  requireOwnChannels,
  requireOwnTeam,
  requireRoom,
  takeTurnAtTeams,
  writeChannels,
  writeMembers,
} from "./checking.ts";
import { createTeamInput, deletedTeamSchema, deleteTeamInput, teamSchema, updateTeamInput } from "./schema.ts";
import { viewTeam } from "./viewing.ts";

/** A team is about to go: whoever refers to it lets go of it. */
export const teamsGone = new Listeners<{ companyId: string; teamId: string }>("teams that go");

/** Before, in transactions of their own: what may be hundreds of thousands lets go of it already. */
export const teamsEmptied = new Listeners<{ teamId: string }, Pick<ListenerContext, "actor">>("teams that are emptied");

/** POST /v1/teams */
export const createTeam = command({
  name: "teams.create",
  access: "users_write",
  input: createTeamInput,
  output: teamSchema,
  example: (given) => ({ name: "Field service", color: "#0F766E", members: [{ userId: given.agentId ?? "" }] }),
  async run({ actor, input, now, emit }) {
    const { companyId } = actor;
    await requireOwnTeam(actor, null);
    const members = await knownMembers(actor, input.members, []);
    const channels = await knownChannels(actor, input.channels);
    const calendarId = await knownHours(actor, input.calendarId);
    await takeTurnAtTeams(actor);
    const next = await requireRoom(actor);
    await requireFreeName(actor, input.name);
    const id = newId();
    const { name, color = next } = input;
    const team = { companyId, id, name, nameKey: nameKeyOf(name), color, calendarId };
    await prisma.team.create({ data: { ...team, createdAt: now, updatedAt: now } });
    await writeMembers(team, members, now);
    await writeChannels(team, channels);
    emit({ type: "team/changed", data: { id } });
    return viewTeam(await readableTeam(actor, id));
  },
});

const ordered = (members: readonly { userId: string; role: string }[]) =>
  members.map(({ userId, role }) => `${role} ${userId}`).sort();

/** PATCH and PUT /v1/teams/{teamId}: what is not given stays. */
export const updateTeam = command({
  name: "teams.update",
  access: "users_write",
  input: updateTeamInput,
  output: teamSchema,
  example: (given) => ({ teamId: given.teamId ?? "", name: "Service on site" }),
  async run({ actor, input, now, emit }) {
    await takeTurnAtTeams(actor);
    const before = await readableTeam(actor, input.teamId, true);
    await requireOwnTeam(actor, before.id);
    const { name = before.name, color = before.color } = input;
    const calendarId = input.calendarId === undefined ? before.calendarId : await knownHours(actor, input.calendarId);
    const members = input.members ? await knownMembers(actor, input.members, before.members) : before.members;
    const channels = input.channels ? await knownChannels(actor, input.channels) : before.channels;
    requireOwnChannels(actor, channels, before.channels);
    if (nameKeyOf(name) !== nameKeyOf(before.name)) await requireFreeName(actor, name);
    requireMatch(input.ifMatch, before.updatedAt);
    const otherMembers = !isDeepStrictEqual(ordered(members), ordered(before.members));
    const otherChannels = !isDeepStrictEqual([...channels].sort(), [...before.channels].sort());
    const sameSelf = name === before.name && color === before.color && calendarId === before.calendarId;
    if (sameSelf && !otherMembers && !otherChannels) return viewTeam(before);
    const { companyId, id } = before;
    await prisma.team.update({
      where: { companyId_id: { companyId, id } },
      data: { name, nameKey: nameKeyOf(name), color, calendarId, updatedAt: momentAfter(before.updatedAt) },
    });
    if (otherMembers) await writeMembers(before, members, now);
    if (otherChannels) await writeChannels(before, channels);
    emit({ type: "team/changed", data: { id } });
    return viewTeam(await readableTeam(actor, id));
  },
});

const tries = 10;

/** What came to it while it was going is let go too; from the moment of its deletion nothing can come any more. */
async function remove(context: ListenerContext, { companyId, id }: { companyId: string; id: string }): Promise<void> {
  for (let left = tries; ; left -= 1) {
    await teamsGone.tell(context, { companyId, teamId: id });
    const done = await attempt(() => prisma.team.delete({ where: { companyId_id: { companyId, id } } }));
    if (!(done instanceof AppError)) return;
    if (done.code !== "conflict" || left === 1) throw done;
  }
}

/** The team that goes, or why it may not. */
async function leavingTeam(actor: Actor, { teamId, ifMatch }: z.output<typeof deleteTeamInput>, lock = false) {
  const team = await readableTeam(actor, teamId, lock);
  await requireOwnTeam(actor, team.id);
  requireMatch(ifMatch, team.updatedAt);
  return team;
}

/** DELETE /v1/teams/{teamId}: its conversations belong to no team then, its saved views go. */
export const deleteTeam = command({
  name: "teams.delete",
  access: "users_write",
  input: deleteTeamInput,
  output: deletedTeamSchema,
  example: (given) => ({ teamId: given.teamId ?? "" }),
  // Who writes in a conversation of the team must not wait until all of them have left it.
  async ahead({ actor, input }) {
    const { id } = await leavingTeam(actor, input);
    await teamsEmptied.tell({ actor }, { teamId: id });
  },
  async run(context) {
    const { actor, input, emit } = context;
    await takeTurnAtTeams(actor);
    const { companyId, id, name } = await leavingTeam(actor, input, true);
    await remove(context, { companyId, id });
    emit({ type: "team/changed", data: { id, deleted: true, name } });
    return { id, deleted: true as const };
  },
});
