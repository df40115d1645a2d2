import { Counter, Gauge, Histogram, Registry } from "prom-client";

/**
 * What this process counts and times, for GET /metrics. Labels are words of closed sets (a route's pattern, a task, an
 * outcome), never ids, addresses or texts of others: each new value of a label is a series that is kept for good.
 */
export const registry = new Registry();

const registers = [registry];
const quick = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const requestSeconds = new Histogram({
  name: "parley_http_request_duration_seconds",
  help: "Time to the answer of a request, by the pattern of its route.",
  labelNames: ["method", "route", "status"],
  buckets: quick,
  registers,
});

export const jobSeconds = new Histogram({
  name: "parley_job_duration_seconds",
  help: "Time that a job ran, by task and by whether it ended well.",
  labelNames: ["task", "outcome"],
  buckets: quick,
  registers,
});

export const deliverySeconds = new Histogram({
  name: "parley_webhook_attempt_duration_seconds",
  help: "Time of an attempt to deliver a webhook: 2xx, 3xx, 4xx, 5xx or failed.",
  labelNames: ["outcome"],
  buckets: quick,
  registers,
});

export const turnSeconds = new Histogram({
  name: "parley_bot_turn_duration_seconds",
  help: "Time that a turn of a chatbot took, without what it asked of others.",
  labelNames: ["outcome"],
  buckets: quick,
  registers,
});

export const fulfillmentSeconds = new Histogram({
  name: "parley_fulfillment_call_duration_seconds",
  help: "Time of a call to a customer's endpoint, by how it ended.",
  labelNames: ["outcome"],
  buckets: quick,
  registers,
});

export const relayedEvents = new Counter({
  name: "parley_relay_events_total",
  help: "Events that this process has given their place, while it led.",
  registers,
});

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Counts and times a request. `route` is its pattern; `begun` is of `performance.now()`, in ms. */
export function noteRequest(method: string, route: string, status: number, begun: number): void {
  const known = methods.has(method) ? method : "other";
  requestSeconds.observe({ method: known, route, status: String(status) }, (performance.now() - begun) / 1000);
}

type End = (labels: { outcome: "done" | "failed" }) => unknown;

/** Runs `work` under a timer that has been started; one that throws has failed. */
export async function timed<T>(end: End, work: () => Promise<T>): Promise<T> {
  try {
    const done = await work();
    end({ outcome: "done" });
    return done;
  } catch (error) {
    end({ outcome: "failed" });
    throw error;
  }
}

/** A figure that is looked up when it is asked for: `read` gives each series with its labels. */
export function lookedUp<L extends string>(
  given: { name: string; help: string; labelNames?: readonly L[] },
  read: () => readonly { labels?: Partial<Record<L, string>>; value: number }[],
): void {
  registry.removeSingleMetric(given.name);
  new Gauge<L>({
    ...given,
    registers,
    collect() {
      this.reset();
      for (const { labels, value } of read()) this.set(labels ?? {}, value);
    },
  });
}
