import type { HealthCheck, HealthState } from "./schema.ts";

type Facts = Partial<Omit<HealthCheck, "id" | "state">>;

/** Good up to `warning`, worth a look up to `failed`, and bad from there on. */
type Limits = { warning: number; failed: number };

export const limits = {
  workerSilentMs: { warning: 6000, failed: 15_000 },
  relayLagMs: { warning: 2000, failed: 10_000 },
  jobWaitMs: { warning: 10_000, failed: 60_000 },
  webhookWaitMs: { warning: 10_000, failed: 60_000 },
  databaseMs: { warning: 50, failed: 250 },
} as const;

const gigabyte = 1024 ** 3;

export function stateOf(value: number | null, { warning, failed }: Limits): HealthState {
  if (value === null || value < warning) return "ok";
  return value < failed ? "warning" : "failed";
}

/** Room runs out by share on small disks and by size on large ones. */
export function diskState(room: { free: number; share: number } | null): HealthState {
  if (!room) return "warning";
  if (room.free < gigabyte || room.share < 0.02) return "failed";
  return room.free < 5 * gigabyte || room.share < 0.1 ? "warning" : "ok";
}

/** Full from eight in ten on: a new process wants a few at once. */
export function connectionsState({ used, most }: { used: number; most: number }): HealthState {
  return used > 0.8 * most ? "warning" : "ok";
}

export function check(id: HealthCheck["id"], state: HealthState, facts: Facts = {}): HealthCheck {
  return { id, state, ageMs: null, count: null, bytes: null, share: null, ...facts };
}
