import { stopSending } from "#server/campaigns/runner.ts";
import { widgetFrameAncestors } from "#server/channels/framing.ts";
import { holdSimulator } from "#server/channels/simulator/address.ts";
import { startCallbacks } from "#server/channels/simulator/calling-back.ts";
import { stopCalls } from "#server/chatbots/fulfillment-caller.ts";
import { hasCompany } from "#server/companies/first-run.ts";
import { setupCode } from "#server/companies/setup-code.ts";
import { env } from "#server/config/env.ts";
import { openDatabase } from "#server/db/opening.ts";
import { warnOfPublishedPassword } from "#server/demo/guarding.ts";
import { seedDemo } from "#server/demo/seeding.ts";
import { createHttpServer, type HttpServer } from "#server/http/listener.ts";
import { openPages, type Pages } from "#server/http/pages.ts";
import { closeJobPool, openJobPool } from "#server/jobs/adding.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { tasks } from "#server/jobs/tasks.ts";
import { ticks } from "#server/jobs/ticks.ts";
import { startWorker } from "#server/jobs/worker.ts";
import { attachRealtime } from "#server/realtime/server.ts";
import { consumers } from "#server/relay/consumers.ts";
import { forgetChangedCredentials } from "#server/relay/credentials.ts";
import { startRelay } from "#server/relay/relay.ts";
import { followRelay } from "#server/relay/tail.ts";
import { flushRequests } from "#server/requests/recording.ts";
import { app } from "#server/rest/app.ts";
import { limiter } from "#server/rest/limits.ts";
import { shareLimits } from "#server/rest/shared-limits.ts";
import { viewerOf } from "#server/sessions/viewer.ts";
import { flushTokenUse } from "#server/tokens/usage.ts";
import { startDeliveries } from "#server/webhooks/delivering.ts";
import { Lifetime } from "./lifetime.ts";

/** Answers say that this process ends, and new connections are still taken: time for a balancer to look elsewhere. */
const graceMs = 2500;
/** Requests get this long to end when the process is told to stop; the rest of the ten seconds is for the others. */
const drainMs = 4000;

const web = env.role !== "worker";
const worker = env.role !== "web";

const lifetime = new Lifetime({ withinMs: 9500 });
lifetime.run(boot);

async function boot(): Promise<void> {
  const http = web ? await listen() : undefined;
  const serving = http && env.simulator ? holdSimulator() : undefined;
  const opening = http
    ? openPages({ dev: !env.production, hostname: env.host, port: env.port, widgetFrameAncestors, viewerOf })
    : undefined;
  // Awaited below: until then its failure is not an unhandled one.
  opening?.catch(() => undefined);
  const database = await openDatabase({ adopt: true });
  lifetime.onStop("database", () => database.close());
  lifetime.onStop("last use of tokens", flushTokenUse);
  lifetime.onStop("request log", flushRequests);
  await prepareJobs(database.ownerUrl);
  openJobPool(database.url);
  lifetime.onStop("adding of jobs", closeJobPool);
  forgetChangedCredentials();
  const demo = env.demo ? await seedDemo() : undefined;
  if (web) await warnOfPublishedPassword();
  const relay = await startRelay({ url: database.url, consumers, ticks });
  lifetime.onStop("relay", () => relay.stop());
  lifetime.onStop("fulfillment calls", () => stopCalls(1500));
  if (worker) {
    const jobs = await startWorker({ url: database.url, tasks });
    lifetime.onStop("worker", () => jobs.stop());
    lifetime.onStop("campaigns", () => stopSending(2000));
    const deliveries = await startDeliveries({ url: database.url, follow: followRelay });
    lifetime.onStop("webhooks", () => deliveries.stop());
  }
  if (env.redisUrl) {
    const shared = shareLimits(limiter, env.redisUrl);
    lifetime.onStop("shared limits", () => shared.stop());
  }
  if (http && opening) await serve(http, await opening);
  serving?.();
  if (web && env.simulator) {
    const callbacks = startCallbacks();
    lifetime.onStop("simulator", () => callbacks.stop());
  }
  announce(demo, web && !(await hasCompany()) ? setupCode() : undefined);
}

async function listen(): Promise<HttpServer> {
  const http = createHttpServer();
  await http.listen(env.port, env.host);
  return http;
}

async function serve(http: HttpServer, pages: Pages): Promise<void> {
  const realtime = await attachRealtime(http.server);
  lifetime.onStop("pages", () => pages.close());
  lifetime.onStop("requests and sockets", async () => {
    // Ctrl+C waits for nobody.
    if (env.production && lifetime.why === "SIGTERM") await http.retire(graceMs);
    // No new connection first: sockets told to reconnect must not come back here.
    const drained = http.drain(env.production ? drainMs : 0);
    await realtime.close();
    await drained;
  });
  http.open({ fetch: app.fetch, pages });
}

function announce(demo: Awaited<ReturnType<typeof seedDemo>>, code: string | undefined): void {
  const sentence = web ? `Parley is ready at ${env.publicUrl}` : "Parley's worker is ready";
  const signIn = demo ? `\nSign in to the demo as ${demo.email} with the password ${demo.password}` : "";
  const setUp = code
    ? `\nIt is empty: set it up at ${env.publicUrl}/welcome, where it may ask for the code ${code}`
    : "";
  process.stdout.write(`${sentence}${signIn}${setUp}\n`);
}
