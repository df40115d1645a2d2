import type { ListHead } from "#components/tables/list-heads.ts";

const hour = 3_600_000;

/** From the longest wait to none, each with the shortest wait that belongs to it. */
const groups = { day: 24 * hour, fourHours: 4 * hour, hour, less: Number.NEGATIVE_INFINITY } as const;
export type WaitingGroup = keyof typeof groups | "none";
export const waitingGroups = [...(Object.keys(groups) as (keyof typeof groups)[]), "none"] as const;

export function waitingGroupOf(waitingSince: string | null, now: number): WaitingGroup {
  if (waitingSince === null) return "none";
  const waited = now - Date.parse(waitingSince);
  return waitingGroups.find((name) => name !== "none" && waited >= groups[name]) ?? "none";
}

type Waiting = { id: string; waitingSince: string | null };

/**
 * A head before the first row of each group. `held` says since when rows waited when the list was held still: what is
 * answered meanwhile stays where it is, under the same head.
 */
export function waitingHeads(
  rows: readonly Waiting[],
  held: ReadonlyMap<string, string | null>,
  now: number,
  labelOf: (group: WaitingGroup) => string,
): ListHead[] {
  const seen = new Set<WaitingGroup>();
  return rows.flatMap(({ id, waitingSince }, at) => {
    const since = held.get(id);
    const key = waitingGroupOf(since === undefined ? waitingSince : since, now);
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ key, label: labelOf(key), at }];
  });
}
