import { widgetFrameAncestors } from "#server/channels/frame-ancestors.ts";
import { holdSimulator } from "#server/channels/simulator/address.ts";
import { env } from "#server/config/env.ts";
import { createHttpServer, type HttpServer } from "#server/http/listener.ts";
import { openPages, type Pages } from "#server/http/pages.ts";
import { viewerOf } from "#server/http/viewer.ts";
import { endNews } from "#server/kit/relay/news.ts";
import { attachRealtime } from "#server/realtime/server.ts";
import { app } from "#server/rest/app.ts";
import { workerApp } from "#server/rest/worker-app.ts";
import { answerFirst } from "#server/trpc/asking.ts";
import { Lifetime } from "./base/lifetime.ts";
import { announce, openParts, startSimulator } from "./parts.ts";

/**
 * How long answers announce the end while new connections are still accepted: time for a balancer to look elsewhere.
 */
const graceMs = 2500;
/** Requests get this long to end when the process is told to stop; the rest of the ten seconds is for the others. */
const drainMs = 4000;

const web = env.role !== "worker";
const worker = env.role !== "web";

const lifetime = new Lifetime({ withinMs: 9500 });
void lifetime.run(boot);

async function boot(): Promise<void> {
  const http = web ? await listen() : undefined;
  const serving = http && env.simulator ? holdSimulator() : undefined;
  const opening = http
    ? openPages({
        dev: !env.production,
        hostname: env.host,
        port: env.port,
        widgetFrameAncestors,
        viewerOf,
        ask: answerFirst,
      })
    : undefined;
  // Awaited below: until then its failure is not an unhandled one.
  opening?.catch(() => undefined);
  const demo = await openParts(lifetime, { web, worker });
  if (http && opening) await serve(http, await opening);
  serving?.();
  if (!web) await serveMetrics();
  if (web) startSimulator(lifetime);
  await announce(web, demo);
}

async function listen(): Promise<HttpServer> {
  const http = createHttpServer();
  await http.listen(env.port, env.host);
  return http;
}

/** A worker has no pages: where it is asked to, it listens for who measures it. */
async function serveMetrics(): Promise<void> {
  if (env.metricsPort === undefined) return;
  const http = createHttpServer();
  await http.listen(env.metricsPort, env.host);
  http.open({ fetch: workerApp.fetch });
  lifetime.onStop("metrics", () => http.drain(0));
}

async function serve(http: HttpServer, pages: Pages): Promise<void> {
  const realtime = await attachRealtime(http.server);
  lifetime.onStop("pages", () => pages.close());
  lifetime.onStop("requests and sockets", async () => {
    endNews();
    // Ctrl+C ends at once.
    if (env.production && lifetime.why === "SIGTERM") await http.retire(graceMs);
    // First stop new connections: sockets told to reconnect must not come back here.
    const drained = http.drain(env.production ? drainMs : 0);
    await realtime.close();
    await drained;
  });
  http.open({ fetch: app.fetch, pages });
}
