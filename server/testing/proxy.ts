import net from "node:net";

/** A path to a server that can be made to fail in the ways of a network. */
export type FaultyPath = {
  /** The server's address, over this path. */
  url: string;
  /** Swallows all bytes in both directions; connections stay open, new ones too. */
  silence(): void;
  /** New connections work again; those from before stay silent for ever, as behind a box that forgot them. */
  healForNewOnes(): void;
  /** Refuses new connections and resets those that are open. */
  break(): void;
  /** Takes new connections again. */
  mend(): Promise<void>;
  close(): Promise<void>;
};

type Pair = { near: net.Socket; far: net.Socket };

export async function openFaultyPath(to: string): Promise<FaultyPath> {
  const target = new URL(to);
  const pairs = new Set<Pair>();
  let silent = false;
  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port || 5432), target.hostname);
    const pair = { near, far };
    pairs.add(pair);
    if (silent) hush(pair);
    else join(pair);
    for (const socket of [near, far]) {
      // Its other side learns of it by the end.
      socket.on("error", () => undefined);
      socket.on("close", () => {
        near.destroy();
        far.destroy();
        pairs.delete(pair);
      });
    }
  });
  const port = await listen(server, 0);
  const address = new URL(to);
  address.hostname = "127.0.0.1";
  address.port = String(port);
  // Else a server's socket would be the shorter way.
  address.searchParams.delete("host");
  const reset = () => {
    for (const { near, far } of pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
  };
  return {
    url: address.href,
    silence: () => {
      silent = true;
      for (const pair of pairs) hush(pair);
    },
    healForNewOnes: () => {
      silent = false;
    },
    break: () => {
      server.close();
      reset();
    },
    mend: async () => {
      await listen(server, port);
    },
    close: async () => {
      reset();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function join({ near, far }: Pair): void {
  near.on("data", (chunk) => far.write(chunk));
  far.on("data", (chunk) => near.write(chunk));
}

/** The sockets go on taking bytes, so that the layers below do not notice. */
function hush({ near, far }: Pair): void {
  for (const socket of [near, far]) {
    socket.removeAllListeners("data");
    socket.resume();
  }
}

function listen(server: net.Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
}
