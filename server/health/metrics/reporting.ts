import { collectDefaultMetrics, Gauge } from "prom-client";
import { log } from "#server/base/log.ts";
import { lookedUp, registry } from "#server/base/measures.ts";
import { failingParts } from "#server/base/vitals.ts";
import { openPools } from "#server/db/connections.ts";
import { workers } from "../installation.ts";
import { readQueues } from "../queues.ts";

/** Several scrapers at once, or an eager one, ask the database once. */
const freshMs = 2000;

const registers = [registry];
const depth = new Gauge({
  name: "parley_queue_depth",
  help: "How much waits in a queue of the installation.",
  labelNames: ["queue"],
  registers,
});
const oldest = new Gauge({
  name: "parley_queue_oldest_seconds",
  help: "How long the oldest of a queue has been due; 0 where nothing is.",
  labelNames: ["queue"],
  registers,
});
const lag = new Gauge({
  name: "parley_relay_lag_seconds",
  help: "Age of the oldest event that has no place yet.",
  registers,
});
const alive = new Gauge({ name: "parley_workers_alive", help: "Workers that have spoken lately.", registers });
const answering = new Gauge({
  name: "parley_database_up",
  help: "Whether the database answered this scrape: without it the figures of queues are missing.",
  registers,
});

async function readInstallation(): Promise<void> {
  for (const gauge of [depth, oldest, lag, alive]) gauge.reset();
  try {
    const waiting = await readQueues();
    for (const { queue, depth: count, ageSeconds } of waiting) {
      depth.set({ queue }, count);
      oldest.set({ queue }, ageSeconds);
    }
    lag.set(waiting.find(({ queue }) => queue === "relay")?.ageSeconds ?? 0);
    alive.set((await workers()).alive);
    answering.set(1);
  } catch (error) {
    log.warn({ error }, "the queues could not be read for /metrics");
    for (const gauge of [depth, oldest, lag, alive]) gauge.reset();
    answering.set(0);
  }
}

let begun = false;

/** Measuring of the process itself begins when somebody first asks: who does not scrape pays nothing. */
function begin(): void {
  if (begun) return;
  begun = true;
  collectDefaultMetrics({ register: registry });
  lookedUp(
    { name: "parley_pool_connections", help: "Connections to the database.", labelNames: ["pool", "state"] },
    () =>
      openPools().flatMap(({ pool, total, idle, waiting }) => [
        { labels: { pool, state: "busy" }, value: total - idle },
        { labels: { pool, state: "idle" }, value: idle },
        { labels: { pool, state: "waited_for" }, value: waiting },
      ]),
  );
  lookedUp(
    { name: "parley_part_failing", help: "Parts of this process that are not well.", labelNames: ["part"] },
    () => Object.keys(failingParts()).map((part) => ({ labels: { part }, value: 1 })),
  );
}

let reading: { at: number; done: Promise<void> } | undefined;

/** All figures in Prometheus' text format. */
export async function metricsText(): Promise<{ text: string; type: string }> {
  begin();
  if (!reading || performance.now() - reading.at > freshMs) {
    reading = { at: performance.now(), done: readInstallation() };
  }
  await reading.done;
  return { text: await registry.metrics(), type: registry.contentType };
}
