import http from "node:http";
import type { AddressInfo } from "node:net";

export type Stumbling = {
  origin: string;
  /** The address and the answer of each request, in their order. */
  passed: { url: string; status: number }[];
  close: () => Promise<void>;
};

/** A way to a server on which some requests, by their number from 1, get an answer of trouble instead of its own. */
export async function openStumbling(to: string, trouble: ReadonlyMap<number, number>): Promise<Stumbling> {
  const passed: Stumbling["passed"] = [];
  const agent = new http.Agent({ keepAlive: true });
  const server = http.createServer((request, response) => {
    const url = request.url ?? "/";
    const status = trouble.get(passed.length + 1);
    const place = { url, status: status ?? 0 };
    passed.push(place);
    if (status) {
      const asked = status === 429 ? { "retry-after": "1" } : {};
      response.writeHead(status, { "content-type": "application/json", ...asked });
      return void response.end(JSON.stringify({ error: "trouble", message: "Later.", status, requestId: "r1" }));
    }
    const { method, headers } = request;
    const onward = http.request(new URL(url, to), { method, headers, agent }, (answer) => {
      place.status = answer.statusCode ?? 0;
      response.writeHead(place.status, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
