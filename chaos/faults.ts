import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Product, Program } from "./product.ts";
import type { Receiver } from "./programs.ts";

export type Scene = { product: Product; owner: () => Promise<pg.Client>; receiver: Receiver; random: () => number };

/** Breaks something for a while, and mends it. */
export type Fault = { name: string; run: (scene: Scene) => Promise<void> };

const between = (scene: Scene, least: number, most: number) => least + scene.random() * (most - least);
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

export const faults: readonly Fault[] = [
  { name: "kill-web", run: async (scene) => oneOf(scene, scene.product.web).signal("SIGKILL") },
  { name: "kill-worker", run: async ({ product }) => product.worker.signal("SIGKILL") },
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
  { name: "pause-worker", run: (scene) => paused(scene, scene.product.worker) },
  {
    name: "rolling-restart",
    run: async ({ product }) => {
      for (const one of [...product.web, product.worker]) await replaced(product, one);
    },
  },
  {
    name: "bad-receiver",
    run: async (scene) => {
      for (const mood of ["refuses", "cuts", "floods", "hangs"] as const) {
        scene.receiver.mood = mood;
        await sleep(between(scene, 500, 1500));
      }
      scene.receiver.mood = "well";
    },
  },
];
