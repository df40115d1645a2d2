import http from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll } from "vitest";
import { env } from "#server/config/env.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { tellNews } from "#server/kit/relay/news.ts";
import { closeOutbound } from "#server/outbound/pools.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import { startRelay } from "#server/relay/relay.ts";
import { followRelay } from "#server/relay/tail.ts";
import { app } from "#server/rest/app.ts";
import { startDeliveries } from "#server/webhooks/delivery/delivering.ts";

/** The API on a real port, with its relay, its feed and its webhooks, for programs of others. Open the company before. */
export function serveApi(port = 0): { origin: () => string } {
  let server: http.Server;
  const stops: (() => unknown)[] = [];
  beforeAll(async () => {
    const url = env.databaseUrl ?? "";
    await prepareJobs(url);
    allowPrivateTargets(true);
    const relay = await startRelay({ url, consumers: [], ticks: [] });
    const deliveries = await startDeliveries({ url, follow: followRelay, backoffMs: 100 });
    stops.push(
      followRelay(tellNews),
      () => deliveries.stop(),
      () => relay.stop(),
    );
    server = http.createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    for (const stop of stops) await stop();
    await closeOutbound();
    allowPrivateTargets(false);
  });
  return { origin: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
