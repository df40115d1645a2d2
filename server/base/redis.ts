import { createClient } from "redis";
import { second } from "./clock.ts";
import { log } from "./log.ts";

type RedisConnection = { client: ReturnType<typeof connection>; close(): Promise<void> };

const open = new Map<string, () => boolean>();

/** Whether each use of Redis has its connection now; empty without Redis. */
export function redisConnections(): Record<string, boolean> {
  return Object.fromEntries([...open].map(([use, isReady]) => [use, isReady()]));
}

/** Longer than a read of the streams waits for news (5 s), so that only a dead connection is silent for as long. */
const silentMs = 12 * second;
const pingMs = 4 * second;

function connection(url: string, queue: number) {
  // The queue bounds what waits while Redis is away; with a length of 0, commands fail at once.
  return createClient({
    url,
    pingInterval: pingMs,
    // Its own strategy would take a silent connection for an order to give up.
    socket: { socketTimeout: silentMs, reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 2 * second) },
    disableOfflineQueue: queue === 0,
    ...(queue > 0 ? { commandsQueueMaxLength: queue } : {}),
  });
}

/** Connects in the background, again and again: nothing waits for Redis, and everything goes on without it. */
export function connectRedis(url: string, use: string, { queue }: { queue: number }): RedisConnection {
  const client = connection(url, queue);
  let told = false;
  client.on("error", (error: unknown) => {
    if (!told) log.warn({ error, use }, "Redis cannot be reached; trying again and again");
    told = true;
  });
  client.on("ready", () => {
    if (told) log.info({ use }, "Redis is connected again");
    told = false;
  });
  // It ends only when we close it; the event handlers above report what goes wrong.
  client.connect().catch((error: unknown) => log.debug({ error, use }, "the connection to Redis was given up"));
  open.set(use, () => client.isReady);
  return {
    client,
    close: async () => {
      open.delete(use);
      if (client.isReady) await client.close();
      else client.destroy();
    },
  };
}
