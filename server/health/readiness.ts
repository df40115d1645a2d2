import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { failingParts, hasPart, missingByDesign } from "#server/base/vitals.ts";
import { isFull } from "#server/db/errors.ts";
import { later } from "#server/db/outside.ts";
import { systemPool } from "#server/db/system.ts";
import { workers } from "./installation.ts";
import { limits } from "./thresholds.ts";

const askMs = 1500;
/** Anyone may ask, so simultaneous callers share one query. */
const freshMs = 300;

type Found = { database: string | undefined; worker: string | undefined };

let asking: Promise<Found> | undefined;

async function databaseAils(): Promise<string | undefined> {
  if (isFull()) return "the database takes no changes: its disk is full";
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, askMs, "the database does not answer in time");
  });
  // After a failover a process may still speak with the server that has become the copy.
  const question = { text: `select current_setting('transaction_read_only') as "readOnly"`, query_timeout: askMs };
  const answer = Promise.resolve()
    .then(() => systemPool().query<{ readOnly: string }>(question))
    .then(
      ({ rows }) => (rows[0]?.readOnly === "on" ? "the database takes no changes: it is only to be read" : undefined),
      (error: unknown) => {
        log.debug({ error }, "the database could not be asked");
        return "the database cannot be reached";
      },
    );
  const ailment = await Promise.race([answer, late]);
  clearTimeout(timer);
  return ailment;
}

/** Bots, webhooks and jobs are another process's where none runs here; requests are answered without it. */
async function workerLacks(): Promise<string | undefined> {
  if (hasPart("runner")) return undefined;
  const { ageMs } = await workers();
  if (ageMs !== null && ageMs < limits.workerSilentMs.failed) return undefined;
  const silence = ageMs === null ? "none has ever run" : `silent for ${Math.round(ageMs / 1000)} s`;
  return `no worker process lives (${silence}): bots, webhooks and jobs stand still`;
}

async function look(): Promise<Found> {
  const database = await databaseAils();
  return { database, worker: database ? undefined : await workerLacks() };
}

/** `lacks`: what this process runs without by design, or that a worker elsewhere is gone. */
type Ready = { status: "ready"; lacks?: Record<string, string> };

/** GET /health/ready: whether this process can do its work now. Throws `unavailable`, naming the parts that cannot. */
export async function readiness(): Promise<Ready> {
  asking ??= look().finally(() =>
    later(() => {
      asking = undefined;
    }, freshMs).unref(),
  );
  const { database, worker } = await asking;
  const parts = { ...(database ? { database } : {}), ...failingParts() };
  if (Object.keys(parts).length > 0) {
    throw new AppError("unavailable", { message: "This process cannot do its work right now.", extra: { parts } });
  }
  const lacks = { ...missingByDesign(), ...(worker ? { worker } : {}) };
  return { status: "ready", ...(Object.keys(lacks).length > 0 ? { lacks } : {}) };
}
