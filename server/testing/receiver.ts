import http from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the other server saw it. */
export type Received = { method: string; url: string; headers: http.IncomingHttpHeaders; body: string; at: number };

type Reply = (request: Received, response: http.ServerResponse) => void;

export type Receiver = {
  port: number;
  url: string;
  /** Everything that came, in order. */
  received: Received[];
  /** From now on answers so: a status, or whatever the function does. */
  answer: (reply: number | Reply) => void;
  /** Waits until `count` requests have come (or fails after `ms`). */
  until: (count: number, ms?: number) => Promise<void>;
  close: () => Promise<void>;
};

const answering =
  (status: number): Reply =>
  (_request, response) => {
    response.writeHead(status).end();
  };

/** Another company's server, imitated on this machine. */
export async function startReceiver(host = "127.0.0.1"): Promise<Receiver> {
  const received: Received[] = [];
  let reply = answering(200);
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const seen = { method, url, headers, body: Buffer.concat(chunks).toString("utf8"), at: Date.now() };
      received.push(seen);
      reply(seen, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}/hook`,
    received,
    answer: (next) => {
      reply = typeof next === "number" ? answering(next) : next;
    },
    async until(count, ms = 10_000) {
      const deadline = Date.now() + ms;
      while (received.length < count) {
        if (Date.now() > deadline) throw new Error(`only ${received.length} of ${count} requests came`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
