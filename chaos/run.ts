import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { freePort } from "../bench/processes.ts";
import { openBalancer } from "./balancer.ts";
import { openSmallDisk } from "./disk.ts";
import { Platform } from "./platform.ts";
import { openOwnDatabase, openProduct } from "./product.ts";
import { Redis } from "./redis.ts";
import { linesOf, type Outcome, tableOf } from "./tally.ts";

// `npm run chaos -- --minutes 5 --seed 7 --only kill-web,half-open`, or `-- --kills 50 --only kill-web` for short
// rounds of each kind until so many are done. Everything runs on this machine and ends by itself.
const { values } = parseArgs({
  options: {
    minutes: { type: "string" },
    kills: { type: "string" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    only: { type: "string", default: "" },
    /** Where what was done is summed up as JSON: { rounds, failures, kinds }. */
    report: { type: "string" },
  },
});
const options = {
  minutes: Number(values.minutes ?? (values.kills ? 120 : 2)),
  kills: values.kills ? Number(values.kills) : undefined,
  seed: Number(values.seed),
  only: values.only.split(",").filter(Boolean),
};
if (!(options.minutes > 0) || !Number.isInteger(options.seed) || !Number.isInteger(options.kills ?? 1))
  throw new Error("--minutes is above 0, --seed and --kills whole numbers");

const say = (line: string) => void process.stdout.write(`${line}\n`);
/** A busy machine takes its time to start three processes. */
const startMs = 240_000;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parley-chaos-"));
const secret = randomBytes(24).toString("base64url");
const ports: [number, number, number] = [await freePort(), await freePort(), await freePort()];
const balancer = await openBalancer([ports[0], ports[1]]);
const platform = await Platform.open();
platform.callBack(balancer.url);
// Before the modules of the product are loaded: they read their settings once.
Object.assign(process.env, {
  PUBLIC_URL: balancer.url,
  NEXTAUTH_SECRET: secret,
  DATA_DIR: folder,
  NODE_ENV: "production",
});
const { prepareDatabase, runRounds } = await import("./rounds.ts");
const { closeTenantPool } = await import("#server/db/pool.ts");
const { closeSystemPool } = await import("#server/db/system.ts");

say(`seed ${options.seed}, at most ${options.minutes} min, logs in ${folder}`);
const isWanted = (name: string) => options.only.length === 0 || options.only.includes(name);
const disk = isWanted("full-disk") ? openSmallDisk(path.join(folder, "database")) : undefined;
const redis = isWanted("redis-away") ? await Redis.open() : undefined;
const database = await openOwnDatabase(folder);
const failures: string[] = [];
const outcomes: Outcome[] = [];
try {
  await prepareDatabase(database.url);
  const addresses = { publicUrl: balancer.url, platformUrl: platform.url, redisUrl: redis?.path.url };
  const product = await openProduct({ database, ports, secret, folder, ...addresses });
  try {
    const ended = new Promise<never>((_, reject) => {
      for (const signal of ["SIGINT", "SIGTERM"] as const)
        process.once(signal, () => reject(new Error(`ended by ${signal}`)));
    });
    // Awaited together with the rounds.
    ended.catch(() => undefined);
    await product.ready(startMs);
    const given = { product, balancer, platform, means: { disk, redis }, options, say };
    await Promise.race([runRounds(given, outcomes), ended]);
  } finally {
    await product.stop();
  }
} catch (error) {
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
  failures.push(told);
  say(`FAIL ${told}`);
} finally {
  for (const { fault, wrong } of outcomes) if (wrong.length > 0) failures.push(`${fault}: ${wrong[0]}`);
  await closeTenantPool();
  await closeSystemPool();
  await balancer.close();
  await platform.close();
  await redis?.close();
  await database.stop();
  if (failures.length > 0)
    fs.copyFileSync(path.join(folder, "database/postgres.log"), path.join(folder, "postgres.log"));
  disk?.close();
}
const kinds = linesOf(outcomes);
for (const line of tableOf(kinds)) say(line);
say(`${outcomes.length} rounds, ${failures.length} with faults`);
if (values.report) fs.writeFileSync(values.report, JSON.stringify({ rounds: outcomes.length, failures, kinds }));
if (failures.length === 0) fs.rmSync(folder, { recursive: true, force: true });
process.exit(failures.length === 0 && outcomes.length > 0 ? 0 : 1);
