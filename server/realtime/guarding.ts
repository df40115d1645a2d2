import { noteAttempt } from "#server/base/attempts.ts";
import { networkOf } from "#server/core/caller.ts";
import { Bucket } from "./limits.ts";

/** What arrives on one connection, at once and each second: a screen sends a few. */
const burst = 300;
const perSecond = 50;
/** What waits for a client that does not read. It is cut off, and asks for what it missed when it comes back. */
const mostBytes = 8 * 1024 * 1024;
const mostPackets = 5000;

/** The websocket beneath a connection. */
type Wire = { bufferedAmount: number; terminate(): void; on(name: "ping", heard: () => void): unknown };

/** What Engine.IO knows of a connection. */
export type Connection = {
  transport: { socket: Wire };
  writeBuffer: { length: number };
  close(discard: boolean): unknown;
  on(name: "packet" | "packetCreate", heard: () => void): unknown;
};

/**
 * Cuts off who floods, also with names that nobody listens to and with pings of the protocol, and who does not read what
 * it is sent: answers to both would fill the memory that all share.
 */
export function guard(connection: Connection, address: string): void {
  const wire = connection.transport.socket;
  const bucket = new Bucket(burst, perSecond);
  const cut = (why: string) => {
    const network = networkOf(address);
    noteAttempt(`sockets:${why}:${network}`, { network, why }, "a socket was cut off");
    connection.close(true);
    wire.terminate();
  };
  const arrived = () => bucket.take() || cut("it sends too much");
  connection.on("packet", arrived);
  wire.on("ping", arrived);
  connection.on("packetCreate", () => {
    if (wire.bufferedAmount > mostBytes || connection.writeBuffer.length > mostPackets) cut("it does not read");
  });
}
