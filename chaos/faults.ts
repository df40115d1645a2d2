import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { SmallDisk } from "./disk.ts";
import type { Product, Program } from "./product.ts";
import type { Receiver } from "./programs.ts";
import type { Redis } from "./redis.ts";

/** What not every machine has. */
export type Means = { disk?: SmallDisk | undefined; redis?: Redis | undefined };

/** `pace`: how long faults last, of their usual times. */
type Scene = Means & {
  product: Product;
  owner: () => Promise<pg.Client>;
  receiver: Receiver;
  random: () => number;
  pace: number;
};

/** Breaks something for a while, and mends it. `unfelt`: no request may be refused or cut by it. */
export type Fault = {
  name: string;
  needs?: keyof Means;
  unfelt?: true;
  run: (scene: Scene) => Promise<void>;
};

const between = (scene: Scene, least: number, most: number) => (least + scene.random() * (most - least)) * scene.pace;
const oneOf = <T>(scene: Scene, list: readonly [T, ...T[]]): T =>
  list[Math.floor(scene.random() * list.length)] ?? list[0];

async function paused(scene: Scene, program: Program): Promise<void> {
  program.signal("SIGSTOP");
  await sleep(between(scene, 2000, 8000));
  program.signal("SIGCONT");
}

/** Told to end politely, and followed by its successor before the next one goes. */
async function replaced(product: Product, program: Program): Promise<void> {
  const before = program.starts;
  program.signal("SIGTERM");
  for (const until = Date.now() + 30_000; program.starts === before && Date.now() < until; ) await sleep(50);
  await product.ready();
}

/** Full for a while; by chance also for the log of writes, without which PostgreSQL stops. */
async function filled(scene: Scene): Promise<void> {
  const { disk, product } = scene;
  const isLog = scene.random() < 0.5;
  const client = await scene.owner();
  try {
    await disk?.fill();
    for (let turn = 0; isLog && turn < 4; turn += 1) {
      await client.query("select pg_logical_emit_message(false, 'chaos', 'x'), pg_switch_wal()").catch(() => undefined);
      await sleep(50);
    }
    await sleep(between(scene, 1000, 6000));
  } finally {
    disk?.free();
    await client.end().catch(() => undefined);
  }
  await product.raiseDatabase();
}

/** Killed, and back with nothing in it; or silent, with connections that live on; or with such as never do again. */
async function withoutRedis(scene: Scene): Promise<void> {
  const { redis } = scene;
  if (!redis) return;
  const how = oneOf(scene, ["killed", "paused", "half-open"]);
  if (how === "killed") await redis.kill();
  else if (how === "paused") redis.signal("SIGSTOP");
  else redis.path.silence();
  await sleep(between(scene, 500, 5000));
  if (how === "killed") await redis.begin();
  else if (how === "paused") redis.signal("SIGCONT");
  else redis.path.healForNewOnes();
}

export const faults: readonly Fault[] = [
  { name: "kill-web", run: async (scene) => oneOf(scene, scene.product.web).signal("SIGKILL") },
  { name: "kill-worker", unfelt: true, run: async ({ product }) => product.worker.signal("SIGKILL") },
  {
    name: "kill-all",
    run: async ({ product }) => {
      for (const one of [...product.web, product.worker]) one.signal("SIGKILL");
    },
  },
  {
    name: "kill-database",
    run: async (scene) => {
      scene.product.killDatabase();
      await sleep(between(scene, 100, 3000));
      await scene.product.raiseDatabase();
    },
  },
  {
    name: "cut-connections",
    run: async (scene) => {
      for (let round = 0; round < 5; round += 1) {
        const client = await scene.owner();
        await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where pid <> pg_backend_pid() and application_name like 'parley%' and random() < 0.5`,
        );
        await client.end();
        await sleep(between(scene, 50, 600));
      }
    },
  },
  {
    name: "half-open",
    run: async (scene) => {
      scene.product.path.silence();
      await sleep(between(scene, 2000, 12_000));
      scene.product.path.healForNewOnes();
    },
  },
  {
    name: "break-path",
    run: async (scene) => {
      scene.product.path.break();
      await sleep(between(scene, 500, 4000));
      await scene.product.path.mend();
    },
  },
  { name: "pause-web", run: (scene) => paused(scene, oneOf(scene, scene.product.web)) },
  { name: "pause-worker", unfelt: true, run: (scene) => paused(scene, scene.product.worker) },
  {
    name: "rolling-restart",
    run: async ({ product }) => {
      for (const one of [...product.web, product.worker]) await replaced(product, one);
    },
  },
  { name: "full-disk", needs: "disk", run: filled },
  { name: "redis-away", needs: "redis", unfelt: true, run: withoutRedis },
  {
    name: "bad-receiver",
    unfelt: true,
    run: async (scene) => {
      for (const mood of ["refuses", "cuts", "floods", "hangs"] as const) {
        scene.receiver.mood = mood;
        await sleep(between(scene, 500, 1500));
      }
      scene.receiver.mood = "well";
    },
  },
];
