import { z } from "zod";
import { invalidField } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor, offsetOf, paginate } from "#server/core/pagination.ts";
import { countTeams, teamsPage } from "./access.sql.ts";
import { readableTeam, withLivingChannels } from "./access.ts";
import { maxTeams } from "./choices.ts";
import { listTeamsInput, teamIdInput, teamMemberSchema, teamNameSchema, teamPage, teamSchema } from "./schema.ts";
import { viewTeam } from "./viewing.ts";

function afterOf(list: object, cursor: string | undefined) {
  if (!cursor) return null;
  const [key, id] = decodeCursor(list, cursor);
  if (typeof key !== "string" || typeof id !== "string" || !isId(id))
    throw invalidField("cursor", "The cursor is damaged.", "invalid_cursor");
  return { key, id };
}

/** GET /v1/teams: by name. */
export const listTeams = query({
  name: "teams.list",
  access: "users_read",
  input: listTeamsInput,
  output: teamPage,
  example: () => ({}),
  async run({ actor: { companyId }, input }) {
    const { limit, offset, page, cursor, ...filters } = input;
    const request = { limit, offset, page, cursor };
    const after = afterOf(filters, cursor);
    const total = await countTeams(companyId, filters);
    const skip = after ? 0 : offsetOf(request);
    const found = await teamsPage(companyId, filters, { after, take: limit + 1, skip });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = found.length > limit;
    const nextCursor = hasMore && last ? encodeCursor(filters, [last.sortKey, last.id]) : null;
    return {
      pagination: paginate(request, total, hasMore, nextCursor),
      data: (await withLivingChannels(shown)).map(viewTeam),
    };
  },
});

/** GET /v1/teams/{teamId} */
export const readTeam = query({
  name: "teams.read",
  access: "users_read",
  input: teamIdInput,
  output: teamSchema,
  example: (given) => ({ teamId: given.teamId ?? "" }),
  run: async ({ actor, input }) => viewTeam(await readableTeam(actor, input.teamId)),
});

/** GET /v1/teams/{teamId}/members */
export const listMembers = query({
  name: "teams.members",
  access: "users_read",
  input: teamIdInput,
  output: z.array(teamMemberSchema),
  example: (given) => ({ teamId: given.teamId ?? "" }),
  run: async ({ actor, input }) => (await readableTeam(actor, input.teamId)).members,
});

/** All teams by name, for those who may read conversations. */
export const listTeamNames = query({
  name: "teams.names",
  access: "clients_read",
  input: z.object({}),
  output: z.array(teamNameSchema),
  example: () => ({}),
  async run({ actor: { companyId } }) {
    const teams = await teamsPage(companyId, {}, { after: null, take: maxTeams, skip: 0 });
    return teams.map(({ id, name, color, members }) => ({
      id,
      name,
      color,
      userIds: members.map((one) => one.userId),
    }));
  },
});
