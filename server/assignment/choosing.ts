import type { AssignmentMethod, AssignmentReason } from "./choices.ts";
import type { Eligible } from "./schema.ts";

/** A person as they stand: changed as conversations are given out. */
export type Candidate = {
  id: string;
  name: string;
  available: boolean;
  open: number;
  lastAssignedAt: Date | null;
};
type Rule = { method: AssignmentMethod; perPerson: number | null; onlyAvailable: boolean; sticky: boolean };
export type Choice = { person: Candidate; reason: AssignmentReason; eligible: Eligible[] };

function isEligible(person: Candidate, { perPerson, onlyAvailable }: Rule): boolean {
  return (person.available || !onlyAvailable) && (perPerson === null || person.open < perPerson);
}

const longestWithout = (a: Candidate, b: Candidate) =>
  (a.lastAssignedAt?.getTime() ?? 0) - (b.lastAssignedAt?.getTime() ?? 0) || (a.id < b.id ? -1 : 1);

const orders: Record<Exclude<AssignmentMethod, "manual">, (a: Candidate, b: Candidate) => number> = {
  balanced: (a, b) => a.open - b.open || longestWithout(a, b),
  round_robin: longestWithout,
};

const shown = ({ id, name, open, lastAssignedAt }: Candidate): Eligible => ({
  userId: id,
  name,
  open,
  lastAssignedAt: lastAssignedAt?.toISOString() ?? null,
});

/** At most as many as a person reads. */
const kept = 20;

/**
 * Who is given the next conversation: of the first group in which somebody is eligible, its last human where it is
 * sticky, else by the method. undefined: nobody can take one more.
 */
export function choose(groups: readonly (readonly Candidate[])[], rule: Rule, last: string | null): Choice | undefined {
  const { method } = rule;
  if (method === "manual") return undefined;
  const able = groups.map((group) => group.filter((person) => isEligible(person, rule)));
  const again = rule.sticky ? able.flat().find(({ id }) => id === last) : undefined;
  const pool = able.find((group) => group.length > 0);
  if (!pool) return undefined;
  const ranked = pool.toSorted(orders[method]);
  const person = again ?? ranked[0];
  if (!person) return undefined;
  const others = ranked.filter((one) => one !== person);
  return { person, reason: again ? "sticky" : method, eligible: [person, ...others].slice(0, kept).map(shown) };
}

/** Counts what was given, so that the next choice knows it. */
export function give(person: Candidate, at: Date): void {
  person.open += 1;
  person.lastAssignedAt = at;
}
