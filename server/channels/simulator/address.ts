import { env } from "#server/config/env.ts";

let origin: string | undefined;

/** Where this installation's own simulator is reached, and where it calls back: loopback, whatever the public address. */
export function simulatorOrigin(): string {
  origin ??= `http://${loopbackOf(env.host)}:${env.port}`;
  return origin;
}

/** Tests listen on a port of their own. */
export function serveSimulatorAt(address: string): void {
  origin = address;
}

let served: Promise<void> = Promise.resolve();

/** While a process starts it cannot answer its own calls: they wait until this is called. */
export function holdSimulator(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  served = promise;
  return resolve;
}

/** Resolves once this process can answer calls to its own simulator. */
export function simulatorServed(): Promise<void> {
  return served;
}

function loopbackOf(host: string): string {
  if (host === "0.0.0.0" || host === "localhost") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
