import { z } from "zod";
import { redisConnections } from "#server/base/redis.ts";
import { missingByDesign } from "#server/base/vitals.ts";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { countMail } from "#server/mail/access.sql.ts";
import { sendsMail } from "#server/mail/queueing.ts";
import { channelsOf, webhookQueueOf } from "./company.sql.ts";
import { database, disk, jobs, pendingMigrations, unrelayed, workers } from "./installation.ts";
import { type HealthCheck, healthReportSchema } from "./schema.ts";
import { check, diskState, limits, stateOf } from "./thresholds.ts";

async function checkWorkers(): Promise<HealthCheck> {
  const { ageMs, alive } = await workers();
  const state = ageMs === null ? "failed" : stateOf(ageMs, limits.workerSilentMs);
  return check("worker", state, { ageMs, count: alive });
}

async function checkRelay(): Promise<HealthCheck> {
  const { ageMs, count } = await unrelayed();
  return check("relay", stateOf(ageMs, limits.relayLagMs), { ageMs, count });
}

async function checkJobs(): Promise<HealthCheck[]> {
  const { ageMs, waiting, dead } = await jobs();
  return [
    check("jobs", stateOf(ageMs, limits.jobWaitMs), { ageMs, count: waiting }),
    check("deadJobs", dead > 0 ? "warning" : "ok", { count: dead }),
  ];
}

async function checkWebhooks(actor: Actor): Promise<HealthCheck[]> {
  const { ageMs, waiting, failed } = await webhookQueueOf(actor);
  return [
    check("webhookQueue", stateOf(ageMs, limits.webhookWaitMs), { ageMs, count: waiting }),
    check("webhookFailures", failed > 0 ? "warning" : "ok", { count: failed }),
  ];
}

async function checkStores(): Promise<HealthCheck[]> {
  const pending = await pendingMigrations();
  const { latencyMs, bytes } = await database();
  const room = await disk();
  return [
    check("migrations", pending > 0 ? "failed" : "ok", { count: pending }),
    check("database", stateOf(latencyMs, limits.databaseMs), { ageMs: latencyMs, bytes }),
    check("disk", diskState(room), { bytes: room?.free ?? null, share: room?.share ?? null }),
  ];
}

/** Only where Redis is used at all; nothing stands still without it. */
function checkRedis(): HealthCheck[] {
  const connected = Object.values(redisConnections());
  const missing = connected.filter((one) => !one).length;
  return connected.length === 0 ? [] : [check("redis", missing > 0 ? "warning" : "ok", { count: missing })];
}

/** Only where this process cannot have any: everything arrives, but later. */
function checkSockets(): HealthCheck[] {
  return missingByDesign().sockets === undefined ? [] : [check("sockets", "warning")];
}

/** Only where mail is sent: what was given up, or has been tried in vain. */
async function checkMail({ companyId }: Actor): Promise<HealthCheck[]> {
  if (!sendsMail()) return [];
  const { waiting, failed } = await countMail(companyId);
  return [check("mail", failed + waiting > 0 ? "warning" : "ok", { count: failed + waiting })];
}

/** The health report: ages and counts of the installation, and the company's own channels and webhooks. */
export const reportHealth = query({
  name: "health.report",
  access: "admin",
  input: z.object({}),
  output: healthReportSchema,
  example: () => ({}),
  async run({ actor, now }) {
    const checks = [await checkWorkers(), await checkRelay(), await checkJobs(), await checkWebhooks(actor)];
    const stores = await checkStores();
    return {
      at: now,
      checks: [...checks.flat(), ...stores, ...checkRedis(), ...checkSockets(), ...(await checkMail(actor))],
      channels: await channelsOf(actor),
    };
  },
});
