import type { Actor } from "#server/core/actor.ts";
import type { AssignmentPolicy } from "#server/db/generated/client.ts";
import { isTeamOpen } from "#server/teams/hours.ts";
import { policyOfTeam } from "./access.ts";
import { type Candidate, type Choice, choose, give } from "./choosing.ts";
import type { DraftPolicy } from "./schema.ts";
import { heldByTeam, type Person, peopleOf, type Waiting, waitingOf } from "./standing.sql.ts";

type Company = Pick<Actor, "companyId">;
type Rule = Pick<
  AssignmentPolicy,
  "method" | "order" | "perPerson" | "perTeam" | "onlyAvailable" | "sticky" | "withinHours"
>;
type Policy = Rule & Pick<DraftPolicy, "fallbackTeamId"> & { teamId: string | null; channelId: string | null };

export type Planned = Choice & { waiting: Waiting; teamId: string | null };

/** Those who give out together: their people in the order they are asked, how much the team holds, if they are there. */
type Crew = { rule: Rule; groups: Candidate[][]; teamId: string | null; held: number; open: boolean };

export const subjectOf = ({ teamId, channelId }: Pick<Policy, "teamId" | "channelId">) =>
  teamId === null ? { channelId: channelId ?? "" } : { teamId };

const groupsOf = (people: readonly Person[]) =>
  (["primary", "secondary"] as const).map((role) => people.filter((person) => person.role === role));

async function crewOf(
  { companyId }: Company,
  rule: Rule,
  subject: { teamId: string } | { channelId: string },
  now: Date,
): Promise<Crew> {
  const teamId = "teamId" in subject ? subject.teamId : null;
  const held = teamId !== null && rule.perTeam !== null ? await heldByTeam(companyId, teamId) : 0;
  const open = !rule.withinHours || (await isTeamOpen({ companyId }, teamId, now));
  return { rule, groups: groupsOf(await peopleOf(companyId, subject)), teamId, held, open };
}

/** The fallback gives out by its own limits where it has a policy, else by those of who asks it. */
async function fallbackOf(company: Company, policy: Policy, now: Date): Promise<Crew | undefined> {
  if (policy.fallbackTeamId === null || policy.fallbackTeamId === policy.teamId) return undefined;
  const own = await policyOfTeam(company, policy.fallbackTeamId);
  const rule = own && own.method !== "manual" ? own : { ...policy, perTeam: null };
  return crewOf(company, rule, { teamId: policy.fallbackTeamId }, now);
}

function pick(crew: Crew, last: string | null): Choice | undefined {
  const { rule, held } = crew;
  if (!crew.open) return undefined;
  if (crew.teamId !== null && rule.perTeam !== null && held >= rule.perTeam) return undefined;
  return choose(crew.groups, rule, last);
}

/** People of two crews are the same: what one is given, the other knows. */
function share(crews: readonly Crew[]): void {
  const known = new Map<string, Candidate>();
  for (const crew of crews)
    crew.groups = crew.groups.map((group) =>
      group.map((person) => {
        const same = known.get(person.id) ?? person;
        known.set(person.id, same);
        return same;
      }),
    );
}

/** Who would take each of these, in their order. */
export async function planOf(
  company: Company,
  policy: Policy,
  waiting: readonly Waiting[],
  now: Date,
): Promise<Planned[]> {
  if (policy.method === "manual") return [];
  const crews = [await crewOf(company, policy, subjectOf(policy), now), await fallbackOf(company, policy, now)];
  const asked = crews.filter((crew) => crew !== undefined);
  share(asked);
  const planned: Planned[] = [];
  for (const one of waiting) {
    const found = asked
      .map((crew) => ({ crew, choice: pick(crew, one.persistentLastOperator) }))
      .find(({ choice }) => choice);
    if (!found?.choice) continue;
    const { crew, choice } = found;
    give(choice.person, new Date(now.getTime() + planned.length));
    crew.held += 1;
    planned.push({ ...choice, waiting: one, teamId: crew.teamId });
  }
  return planned;
}

/** The same of what waits now; held where it is about to happen. */
export async function planWaiting(
  company: Company,
  policy: Policy,
  now: Date,
  { take, lock }: { take: number; lock: boolean },
) {
  const waiting = await waitingOf(company.companyId, subjectOf(policy), { order: policy.order, take, lock });
  return planOf(company, policy, waiting, now);
}
