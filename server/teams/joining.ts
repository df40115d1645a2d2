import type { z } from "zod";
import { type CommandContext, command } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import { momentAfter } from "#server/db/moment.ts";
import { prisma } from "#server/db/prisma.ts";
import { readableUser } from "#server/users/access.ts";
import { readableTeam } from "./access.ts";
import { knownMembers, requireOwnTeam, requireRoomFor, writeMembers } from "./checking.ts";
import { joinInput, leaveInput, teamSchema } from "./schema.ts";
import { viewTeam } from "./viewing.ts";

/** Its resource holds its members: a new version of it. */
async function touch({ companyId, id, updatedAt }: { companyId: string; id: string; updatedAt: Date }): Promise<void> {
  await prisma.team.update({
    where: { companyId_id: { companyId, id } },
    data: { updatedAt: momentAfter(updatedAt) },
  });
}

type Joining = CommandContext<z.output<typeof joinInput>>;

/** A new member, or another role of one. */
async function join({ actor, input, now, emit }: Joining) {
  const team = await readableTeam(actor, input.teamId, true);
  await requireOwnTeam(actor, team.id);
  const member = { userId: input.userId.toLowerCase(), role: input.role };
  const known = team.members.find(({ userId }) => userId === member.userId);
  const others = team.members.filter((other) => other !== known);
  const members = await knownMembers(actor, [...others, member], team.members, "userId");
  requireRoomFor(members.length);
  requireMatch(input.ifMatch, team.updatedAt);
  if (known?.role === member.role) return viewTeam(team);
  await writeMembers(team, members, now);
  await touch(team);
  emit({ type: "team/changed", data: { id: team.id } });
  return viewTeam(await readableTeam(actor, team.id));
}

const asSecondary = { role: "secondary" as const };

/** POST /v1/teams/{teamId}/members: the body names the person. */
export const joinTeam = command({
  name: "teams.join",
  access: "users_write",
  input: joinInput,
  output: teamSchema,
  example: (given) => ({ teamId: given.teamId ?? "", userId: given.agentId ?? "", ...asSecondary }),
  run: join,
});

/** PUT /v1/teams/{teamId}/members/{userId}: the path does, so that somebody unknown is not found (A9). */
export const setMember = command({
  name: "teams.setMember",
  access: "users_write",
  input: joinInput,
  output: teamSchema,
  example: (given) => ({ teamId: given.teamId ?? "", userId: given.agentId ?? "", ...asSecondary }),
  async run(context) {
    await readableTeam(context.actor, context.input.teamId);
    await readableUser(context.actor, context.input.userId);
    return join(context);
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
    await requireOwnTeam(actor, team.id);
    requireMatch(input.ifMatch, team.updatedAt);
    const staying = team.members.filter(({ userId }) => userId !== input.userId.toLowerCase());
    if (staying.length === team.members.length) {
      await readableUser(actor, input.userId);
      return viewTeam(team);
    }
    await writeMembers(team, staying, now);
    await touch(team);
    emit({ type: "team/changed", data: { id: team.id } });
    return viewTeam(await readableTeam(actor, team.id));
  },
});
