import { stopSending } from "#server/campaigns/runner.ts";
import { startCallbacks } from "#server/channels/simulator/calling-back.ts";
import { stopCalls } from "#server/chatbots/fulfillment/caller.ts";
import { hasCompany } from "#server/companies/first-run.ts";
import { setupCode } from "#server/companies/setup-code.ts";
import { env } from "#server/config/env.ts";
import { loadLastingKeys } from "#server/core/lasting-keys.ts";
import { openDatabase } from "#server/db/opening.ts";
import { type DemoSignIn, warnOfPublishedPassword } from "#server/demo/guarding.ts";
import { ensureDemo } from "#server/demo/making/making.ts";
import { stopActing } from "#server/integrations/runs/working.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { tasks } from "#server/jobs/tasks.ts";
import { ticks } from "#server/jobs/ticks.ts";
import { startWorker } from "#server/jobs/worker.ts";
import { closeJobPool, openJobPool } from "#server/kit/jobs/adding.ts";
import { closePresence, openPresence } from "#server/kit/presence/presence.ts";
import { startReaping } from "#server/kit/presence/reaping.ts";
import { tellNews } from "#server/kit/relay/news.ts";
import { limiter } from "#server/kit/rest/limits.ts";
import { shareLimits } from "#server/kit/rest/shared-limits.ts";
import { leftovers } from "#server/leftovers.ts";
import { consumers } from "#server/relay/consumers.ts";
import { forgetChangedCredentials } from "#server/relay/credentials.ts";
import { startRelay } from "#server/relay/relay.ts";
import { followRelay } from "#server/relay/tail.ts";
import { flushRequests } from "#server/requests/recording.ts";
import { stopDelivering } from "#server/templates/running.ts";
import { flushTokenUse } from "#server/tokens/usage.ts";
import { placeNumber, warnOfSeparateFiles } from "#server/uploads/sharing.ts";
import { startDeliveries } from "#server/webhooks/delivery/delivering.ts";
import type { Lifetime } from "./base/lifetime.ts";
import { openTracing } from "./base/tracing.ts";
import { connectListeners } from "./listeners.ts";

type Roles = { web: boolean; worker: boolean };

/** What runs beneath the requests, whichever server receives them: database, outbox, jobs. */
export async function openParts(lifetime: Lifetime, { web, worker }: Roles): Promise<DemoSignIn | undefined> {
  if (env.tracing) lifetime.onStop("traces", await openTracing(env.tracing));
  const database = await openDatabase({
    adopt: true,
    started: (stop) => lifetime.onStop("embedded database", stop),
  });
  lifetime.onStop("database", () => database.close());
  lifetime.onStop("last use of tokens", flushTokenUse);
  lifetime.onStop("request log", flushRequests);
  await loadLastingKeys();
  connectListeners();
  await openPresence(database.url, await placeNumber());
  await warnOfSeparateFiles();
  lifetime.onStop("presence", closePresence);
  await prepareJobs(database.ownerUrl);
  openJobPool(database.url);
  lifetime.onStop("adding of jobs", closeJobPool);
  forgetChangedCredentials();
  const demo = env.demo ? await ensureDemo(database) : undefined;
  if (web) await warnOfPublishedPassword();
  const reaping = await startReaping(leftovers);
  lifetime.onStop("reaping", () => reaping.stop());
  const relay = await startRelay({ url: database.url, consumers, ticks });
  lifetime.onStop("relay", () => relay.stop());
  followRelay(tellNews);
  lifetime.onStop("fulfillment calls", () => stopCalls(1500));
  if (worker) await openWork(lifetime, database.url);
  if (env.redisUrl) {
    const shared = shareLimits(limiter, env.redisUrl);
    lifetime.onStop("shared limits", () => shared.stop());
  }
  return demo;
}

async function openWork(lifetime: Lifetime, url: string): Promise<void> {
  const jobs = await startWorker({ url, tasks });
  lifetime.onStop("worker", () => jobs.stop());
  lifetime.onStop("campaigns", () => stopSending(2000));
  lifetime.onStop("template messages", () => stopDelivering(2000));
  lifetime.onStop("integrations", () => stopActing(3000));
  const deliveries = await startDeliveries({ url, follow: followRelay });
  lifetime.onStop("webhooks", () => deliveries.stop());
}

/** The stand-in for Meta calls back as the real one does. */
export function startSimulator(lifetime: Lifetime): void {
  if (!env.simulator) return;
  const callbacks = startCallbacks();
  lifetime.onStop("simulator", () => callbacks.stop());
}

export async function announce(web: boolean, demo: DemoSignIn | undefined): Promise<void> {
  const code = web && !(await hasCompany()) ? setupCode() : undefined;
  const sentence = web ? `Parley is ready at ${env.publicUrl}` : "Parley's worker is ready";
  const signIn = demo ? `\nSign in to the demo as ${demo.email} with the password ${demo.password}` : "";
  const setUp = code
    ? `\nIt is empty: set it up at ${env.publicUrl}/welcome, where it may ask for the code ${code}`
    : "";
  process.stdout.write(`${sentence}${signIn}${setUp}\n`);
}
