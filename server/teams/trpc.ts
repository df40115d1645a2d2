import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { listTeamNames, listTeams, readTeam } from "./listing.ts";
import { createTeam, deleteTeam, updateTeam } from "./writing.ts";

export const teamsRouter = router({
  list: query(listTeams),
  names: query(listTeamNames),
  read: query(readTeam),
  create: mutation(createTeam),
  update: mutation(updateTeam),
  delete: mutation(deleteTeam),
});
