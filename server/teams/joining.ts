import { command } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import { momentAfter } from "#server/db/moment.ts";
import { prisma } from "#server/db/prisma.ts";
import { readableTeam } from "./access.ts";
import { knownMembers, requireRoomFor, writeMembers } from "./gathering.ts";
import { joinInput, leaveInput, teamSchema } from "./schema.ts";
import { viewTeam } from "./viewing.ts";

/** Its resource holds its members: a new version of it. */
async function touch({ companyId, id, updatedAt }: { companyId: string; id: string; updatedAt: Date }): Promise<void> {
  await prisma.team.update({
    where: { companyId_id: { companyId, id } },
    data: { updatedAt: momentAfter(updatedAt) },
  });
}

/** POST /v1/teams/{teamId}/members and PUT /v1/teams/{teamId}/members/{userId}: adds a person, or changes their role. */
export const joinTeam = command({
  name: "teams.join",
  access: "users_write",
  input: joinInput,
  output: teamSchema,
  example: (given) => ({ teamId: given.teamId ?? "", userId: given.agentId ?? "", role: "secondary" as const }),
  async run({ actor, input, now, emit }) {
    const team = await readableTeam(actor, input.teamId, true);
    const member = { userId: input.userId.toLowerCase(), role: input.role };
    const others = team.members.filter(({ userId }) => userId !== member.userId);
    const members = await knownMembers(actor, [...others, member], team.members);
    requireRoomFor(members.length);
    requireMatch(input.ifMatch, team.updatedAt);
    const known = team.members.find(({ userId }) => userId === member.userId);
    if (known?.role === member.role) return viewTeam(team);
    await writeMembers(team, members, now);
    await touch(team);
    emit({ type: "team/changed", data: { id: team.id } });
    return viewTeam(await readableTeam(actor, team.id));
  },
});

/** DELETE /v1/teams/{teamId}/members/{userId}: what the person holds stays theirs. */
export const leaveTeam = command({
  name: "teams.leave",
  access: "users_write",
  input: leaveInput,
  output: teamSchema,
  example: (given) => ({ teamId: given.teamId ?? "", userId: given.userId ?? "" }),
  async run({ actor, input, now, emit }) {
    const team = await readableTeam(actor, input.teamId, true);
    requireMatch(input.ifMatch, team.updatedAt);
    const staying = team.members.filter(({ userId }) => userId !== input.userId.toLowerCase());
    if (staying.length === team.members.length) return viewTeam(team);
    await writeMembers(team, staying, now);
    await touch(team);
    emit({ type: "team/changed", data: { id: team.id } });
    return viewTeam(await readableTeam(actor, team.id));
  },
});
