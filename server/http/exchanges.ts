import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { receive } from "./receiving.ts";
import { refuseUpgrade } from "./refusals.ts";

/** A request as it came, which Next hands on only in parts: the address of its sender and its own words are missing. */
export type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse; url: string };

const current = new AsyncLocalStorage<Exchange>();

/**
 * A request may take as long as the largest file over a line of 1 Mbit/s, while it moves (`receive`). Connections are
 * kept longer than by proxies, so that none is cut in their hands.
 */
export const timeouts = { requestTimeout: 900_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 } as const;

export function currentExchange(): Exchange | undefined {
  return current.getStore();
}

type Heard = { request: IncomingMessage; response: ServerResponse; server: Server };

/** As in our own listener; and Next leaves unhandled upgrades open for ever. */
function settle(server: Server): void {
  Object.assign(server, timeouts);
  server.removeAllListeners("upgrade");
  server.on("upgrade", (_request, socket) => refuseUpgrade(socket, 404));
}

/** Notes every request of this process before any HTTP server handles it. Returns how to find it. */
export function watchExchanges(): { server(): Server | undefined; retire(): void } {
  let server: Server | undefined;
  let retiring = false;
  subscribe("http.server.request.start", (message) => {
    const { request: incoming, response: outgoing, server: of } = message as Heard;
    if (server !== of) settle(of);
    server = of;
    receive(incoming, outgoing);
    if (retiring) outgoing.setHeader("Connection", "close");
    current.enterWith({ incoming, outgoing, url: incoming.url ?? "" });
  });
  return {
    server: () => server,
    retire: () => {
      retiring = true;
    },
  };
}
