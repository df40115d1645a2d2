import type { TeamReference } from "#server/teams/access.ts";
import type { ConversationChange } from "../change.ts";

/** Gives it to a team, or to none. Who holds it is another matter. */
export function putTeam(change: ConversationChange, team: TeamReference | null): void {
  const before = change.row.teamId;
  if (before === (team?.id ?? null)) return;
  if (team) change.command("team_assigned", `Given to the team ${team.name}`, team.id, { name: team.name });
  else change.command("team_unassigned", "Taken from its team", before);
  change.set({ teamId: team?.id ?? null });
  change.updated({ teamId: { before, after: team?.id ?? null } });
}
