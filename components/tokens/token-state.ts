import type { Token } from "#server/tokens/schema.ts";

const day = 86_400_000;
/** Long enough that a token that is needed would have been used. */
export const unusedDays = 90;
const soonDays = 7;

/** A warning about a token. */
export type TokenState =
  | { kind: "expired"; days: number }
  | { kind: "expiring"; days: number }
  | { kind: "unused" | "neverUsed"; days: number };

type Times = Pick<Token, "createdAt" | "lastUsedAt" | "expiresAt">;

/** Midnights between two moments, by this clock. */
function nightsBetween(earlier: Date, later: Date): number {
  const midnight = (at: Date) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate());
  return Math.round((midnight(later) - midnight(earlier)) / day);
}

/** The warning that it has ended; else that it soon will, or that it is not used. */
export function statesOf({ createdAt, lastUsedAt, expiresAt }: Times, now: Date): TokenState[] {
  const end = expiresAt ? new Date(expiresAt) : undefined;
  if (end && end <= now) return [{ kind: "expired", days: nightsBetween(end, now) }];
  const states: TokenState[] = [];
  if (end && end.getTime() - now.getTime() < soonDays * day)
    states.push({ kind: "expiring", days: nightsBetween(now, end) });
  const idle = Math.floor((now.getTime() - new Date(lastUsedAt ?? createdAt).getTime()) / day);
  if (idle >= unusedDays) states.push({ kind: lastUsedAt ? "unused" : "neverUsed", days: idle });
  return states;
}

export function isUnused(token: Times, now: Date): boolean {
  return statesOf(token, now).some(({ kind }) => kind === "unused" || kind === "neverUsed");
}
