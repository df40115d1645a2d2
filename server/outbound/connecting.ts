import { lookup } from "node:dns/promises";
import net from "node:net";
import { buildConnector } from "undici";
import { OutboundError } from "./failing.ts";
import { refuseAddress } from "./targets.ts";

type Resolved = { address: string; family: number };

/** All addresses of a name, as the operating system sees them. */
type Resolve = (host: string) => Promise<Resolved[]>;

const resolveBySystem: Resolve = (host) => lookup(host, { all: true, verbatim: true });

type Lookup = NonNullable<net.TcpSocketConnectOpts["lookup"]>;

/** Returns the addresses that were checked, so that a name cannot resolve to another one a moment later. */
function fixed(addresses: readonly Resolved[]): Lookup {
  return (_host, options, done) => {
    const first = addresses[0];
    if (options.all) done(null, [...addresses]);
    else done(null, first?.address ?? "", first?.family ?? 4);
  };
}

async function judged(host: string, resolve: Resolve): Promise<Resolved[]> {
  const family = net.isIP(host);
  const addresses = family ? [{ address: host, family }] : await resolve(host);
  for (const { address } of addresses) {
    const refused = refuseAddress(address);
    if (refused) throw new OutboundError("blocked", refused);
  }
  return addresses;
}

const connectMs = 10_000;

/**
 * Connects only to addresses judged in this very attempt, whatever the name meant before (DNS rebinding). An address
 * written as numbers never reaches a lookup function, so both ways are judged here, and the socket's peer once more.
 */
export function guardedConnector(resolve: Resolve = resolveBySystem): buildConnector.connector {
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, "");
    judged(host, resolve).then(
      (addresses) => {
        const connect = buildConnector({ timeout: connectMs, allowH2: false, lookup: fixed(addresses) });
        connect({ ...options, hostname: host }, (...answer) => {
          const [error, socket] = answer;
          if (error) return callback(error, null);
          const refused = refuseAddress(socket.remoteAddress ?? "");
          if (!refused) return callback(null, socket);
          socket.destroy();
          return callback(new OutboundError("blocked", refused), null);
        });
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}
