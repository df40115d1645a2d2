// Run by histories.ts, with a database of its own company: size, kills and seconds are its arguments.
import type { ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { env } from "#server/config/env.ts";
import { freshCompany } from "#server/testing/company.ts";
import { spawnBot } from "#server/testing/processes/bot-spawning.ts";
import { startTrial } from "#server/testing/systems/chatwoot-history.ts";
import type { Trial } from "../histories.ts";

const [size = 0, kills = 0, boundSeconds = 0] = process.argv.slice(2).map(Number);
const pollMs = 1000;

const company = await freshCompany("Histories");
const trial = await startTrial(company.admin, company.given.channelId ?? "", size);
const begun = performance.now();
const seconds = () => (performance.now() - begun) / 1000;
let killed = 0;
let worker: ChildProcess = spawnBot(env.databaseUrl ?? "").process;
let ended = false;
/** Records after which the next kill comes: spread over reading and writing, at no round place. */
const nextKill = () => ((killed + 1) * (2 * size)) / (kills + 1) + Math.random() * (size / kills / 2);
let killAt = nextKill();
while (!ended && seconds() < boundSeconds) {
  await pause(pollMs);
  const { done, ended: over } = await trial.progress();
  ended = over;
  if (ended || killed >= kills || done < killAt) continue;
  worker.kill("SIGKILL");
  killed += 1;
  killAt = nextKill();
  worker = spawnBot(env.databaseUrl ?? "").process;
}
const took = seconds();
worker.kill("SIGKILL");
const { found, expected } = await trial.account();
await trial.close();
const result: Trial = { killed, seconds: took, ended, found, expected };
process.stdout.write(JSON.stringify(result));
await company.close();
process.exit(0);
