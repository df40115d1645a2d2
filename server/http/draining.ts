import type http from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";

const lookMs = 50;
/** After this many looks in a row without a connection there is no one to wait for. */
const aloneLooks = 10;

/** Resolves after `ms`, or when only sockets are connected. */
export async function retire(server: http.Server, upgraded: ReadonlySet<Duplex>, ms: number): Promise<void> {
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
  let alone = 0;
  for (const deadline = Date.now() + ms; Date.now() < deadline && alone < aloneLooks; await pause(lookMs)) {
    // Sockets are told to reconnect elsewhere afterwards.
    alone = (await connections()) <= upgraded.size ? alone + 1 : 0;
  }
}

/** The server knows only its requests: what was upgraded has to be cut by us. */
export function drain(server: http.Server, upgraded: ReadonlySet<Duplex>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => {
      server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
    }, ms);
    // A connection falls idle when its last request ends; without this it would stay open for the next one.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}
