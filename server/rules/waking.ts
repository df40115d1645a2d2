import { second } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import { addJob } from "#server/kit/jobs/adding.ts";

/** So long a company's rules work before others get their turn. */
export const sliceMs = 2 * second;
/** All rules together hold at most two places of the worker; a company's own never run beside one another. */
const lanes = 2;

/** Has the worker read a company's events on. A wake that is lost is made up for by the leader. */
export function wakeRules(companyId: string): void {
  const queue = `rules:${Number.parseInt(companyId.slice(-4), 16) % lanes}`;
  addJob("rules.work", { companyId }, { key: `rules:${companyId}`, queue, priority: 5 }).catch((error: unknown) =>
    log.warn({ error, companyId }, "rules will run when the leader looks"),
  );
}
