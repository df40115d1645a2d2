import "#server/config/next-address.ts";
import { declareMissing } from "#server/base/vitals.ts";
import { widgetFrameAncestors } from "#server/channels/frame-ancestors.ts";
import { holdSimulator } from "#server/channels/simulator/address.ts";
import { env } from "#server/config/env.ts";
import { drain, retire } from "#server/http/draining.ts";
import { currentExchange, watchExchanges } from "#server/http/exchanges.ts";
import { forwardTo } from "#server/http/forwarding.ts";
import { mount } from "#server/http/mount.ts";
import { pageHeaders } from "#server/http/page-headers.ts";
import { paintFirst } from "#server/http/paint-first.ts";
import { plainUrl } from "#server/http/receiving.ts";
import { viewerOf } from "#server/http/viewer.ts";
import { endNews } from "#server/kit/relay/news.ts";
import { app } from "#server/rest/app.ts";
import { answerFirst } from "#server/trpc/asking.ts";
import { Lifetime } from "./base/lifetime.ts";
import { announce, openParts, startSimulator } from "./parts.ts";

const graceMs = 2500;
const drainMs = 4000;
/** Next keeps no sockets in production. */
const noSockets: ReadonlySet<never> = new Set();

/**
 * A plain `next start`: the same app behind Next's listener, without sockets and without a worker. Called by
 * `instrumentation.ts`, which waits for it, so no request is served before.
 */
export async function openInNext(): Promise<void> {
  const exchanges = watchExchanges();
  const lifetime = new Lifetime({ withinMs: 9500 });
  // Next's own signal handlers would end the process before its pending data is written.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.removeAllListeners(signal);
  await lifetime.run(async () => {
    const serving = env.simulator ? holdSimulator() : undefined;
    const demo = await openParts(lifetime, { web: true, worker: false });
    declareMissing("sockets", "this process is Next's own: screens ask for news every few seconds");
    lifetime.onStop("requests", async () => {
      endNews();
      exchanges.retire();
      const server = exchanges.server();
      if (!server) return;
      if (lifetime.why === "SIGTERM") await retire(server, noSockets, graceMs);
      await drain(server, noSockets, drainMs);
    });
    const dress = pageHeaders({ dev: !env.production, widgetFrameAncestors, viewerOf });
    mount({
      ask: answerFirst,
      own: {
        fetch: forwardTo(app.fetch),
        dress: async ({ url, headers }) => {
          const { pathname, search } = new URL(url);
          const exchange = currentExchange();
          const asked = plainUrl(exchange?.url ?? `${pathname}${search}`);
          const dressed = await dress(asked, headers.get("cookie") ?? "", !headers.has("rsc"));
          if (exchange && dressed.paintFirst) paintFirst(exchange.outgoing, dressed.paintFirst);
          return dressed;
        },
      },
    });
    serving?.();
    startSimulator(lifetime);
    await announce(true, demo);
  });
}
