import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { freePort } from "../bench/processes.ts";
import { openBalancer } from "./balancer.ts";
import { openOwnDatabase, openProduct } from "./product.ts";

// `npm run chaos -- --minutes 5 --seed 7 --only kill-web,half-open`. Everything runs on this machine and ends by itself.
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "2" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    only: { type: "string", default: "" },
    /** Where what was done is summed up as JSON: { rounds, failures }. */
    report: { type: "string" },
  },
});
const options = {
  minutes: Number(values.minutes),
  seed: Number(values.seed),
  only: values.only.split(",").filter(Boolean),
};
if (!(options.minutes > 0) || !Number.isInteger(options.seed))
  throw new Error("--minutes is above 0, --seed a whole number");

const say = (line: string) => void process.stdout.write(`${line}\n`);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parley-chaos-"));
const secret = randomBytes(24).toString("base64url");
const ports: [number, number, number] = [await freePort(), await freePort(), await freePort()];
const balancer = await openBalancer([ports[0], ports[1]]);
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

say(`seed ${options.seed}, ${options.minutes} min, logs in ${folder}`);
const database = await openOwnDatabase(folder);
const failures: string[] = [];
let rounds = 0;
try {
  await prepareDatabase(database.url);
  const product = await openProduct({ database, publicUrl: balancer.url, ports, secret, folder });
  try {
    const ended = new Promise<never>((_, reject) => {
      for (const signal of ["SIGINT", "SIGTERM"] as const)
        process.once(signal, () => reject(new Error(`ended by ${signal}`)));
    });
    // Awaited together with the rounds.
    ended.catch(() => undefined);
    await product.ready();
    const outcomes = await Promise.race([runRounds({ database, product, balancer, options, say }), ended]);
    rounds = outcomes.length;
    for (const { fault, wrong } of outcomes) if (wrong.length > 0) failures.push(`${fault}: ${wrong[0]}`);
  } finally {
    await product.stop();
  }
} catch (error) {
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
  failures.push(told);
  say(`FAIL ${told}`);
} finally {
  await closeTenantPool();
  await closeSystemPool();
  await balancer.close();
  await database.stop();
}
say(`${rounds} rounds, ${failures.length} with faults`);
if (values.report) fs.writeFileSync(values.report, JSON.stringify({ rounds, failures }));
if (failures.length === 0) fs.rmSync(folder, { recursive: true, force: true });
process.exit(failures.length === 0 && rounds > 0 ? 0 : 1);
