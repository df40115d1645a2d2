import net from "node:net";

export type Balancer = { port: number; url: string; close(): Promise<void> };

/** Hands each connection to the next of the processes that takes it, as a proxy in front of them does. */
export async function openBalancer(targets: readonly number[]): Promise<Balancer> {
  const open = new Set<net.Socket>();
  let turn = 0;
  const server = net.createServer({ pauseOnConnect: true }, (near) => {
    open.add(near);
    near.once("close", () => open.delete(near));
    // Its other side learns of it by the end.
    near.on("error", () => undefined);
    turn += 1;
    const order = targets.map((_, index) => targets[(turn + index) % targets.length] ?? 0);
    reach(near, order);
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function reach(near: net.Socket, [first, ...others]: readonly number[]): void {
  if (first === undefined) {
    near.resetAndDestroy();
    return;
  }
  const far = net.connect(first, "127.0.0.1");
  let connected = false;
  far.once("connect", () => {
    connected = true;
    near.pipe(far);
    far.pipe(near);
  });
  far.on("error", () => {
    if (connected || near.destroyed) near.destroy();
    else reach(near, others);
  });
  far.once("close", () => connected && near.destroy());
  near.once("close", () => far.destroy());
}
