import { createPolicy } from "#server/assignment/policies.ts";
import { assign } from "#server/conversations/assigning.ts";
import { listConversations } from "#server/conversations/list/listing.ts";
import type { Actor } from "#server/core/actor.ts";
import { createRole } from "#server/roles/writing.ts";
import { createTeam } from "#server/teams/writing.ts";
import { listUserNames } from "#server/users/listing.ts";

const teams = [
  {
    name: "Sales",
    color: "#0E7C99",
    people: ["Ana Torres", "Bruno Díaz"],
    helping: ["Alex Romero"],
    policy: { method: "balanced", order: "oldest_waiting", perPerson: 15 },
    waiting: 0,
  },
  {
    name: "Workshop",
    color: "#D9772B",
    people: ["Carla Méndez"],
    helping: ["Ana Torres"],
    policy: { method: "manual", order: "priority", perPerson: 10 },
    waiting: 3,
  },
] as const;

/** How many open conversations of each member are the team's. */
const held = 4;

/** A role of the company's own, for people who come for the season. */
export async function seedRole(admin: Actor): Promise<void> {
  await createRole.execute(admin, {
    name: "Seasonal help",
    permissions: ["clients_read", "clients_write", "chat_talk"],
    readScope: "team",
    unassigned: true,
    maskedFields: ["email", "phone"],
  });
}

/** Two teams: one that gives out what comes to it, and one whose people take it themselves, by hours of its own. Answers whose is whose. */
export async function seedTeams(admin: Actor, calendarId: string): Promise<Map<string, string>> {
  const teamOf = new Map<string, string>();
  const people = await listUserNames.execute(admin, {});
  const idsOf = (names: readonly string[]) => people.filter(({ name }) => names.includes(name)).map(({ id }) => id);
  for (const { policy, waiting: _waiting, people: named, helping, ...team } of teams) {
    const primary = idsOf(named);
    const members = [
      ...primary.map((userId) => ({ userId, role: "primary" as const })),
      ...idsOf(helping).map((userId) => ({ userId, role: "secondary" as const })),
    ];
    const { id: teamId } = await createTeam.execute(admin, {
      ...team,
      members,
      calendarId: team.name === "Workshop" ? calendarId : null,
    });
    await createPolicy.execute(admin, { ...policy, teamId });
    for (const id of primary) teamOf.set(id, teamId);
  }
  return teamOf;
}

/** What is open becomes the teams'; some of it waits for somebody of the second one. */
export async function shareOut(admin: Actor, teamOf: ReadonlyMap<string, string>): Promise<void> {
  for (const [index, teamId] of [...new Set(teamOf.values())].entries()) {
    const waiting = teams[index]?.waiting ?? 0;
    const primary = [...teamOf].flatMap(([id, team]) => (team === teamId ? [id] : []));
    const open = { open: true, teamId: ["UNASSIGNED"], sort: "createdAt:asc" };
    const asks = primary.map((id) => ({ ...open, assignedTo: [id], limit: held }));
    if (waiting > 0) asks.push({ ...open, assignedTo: ["UNASSIGNED"], limit: waiting });
    for (const ask of asks)
      for (const { id: conversationId } of (await listConversations.execute(admin, ask)).data)
        await assign.execute(admin, { conversationId, teamId });
  }
}
