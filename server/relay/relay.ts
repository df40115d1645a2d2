import type pg from "pg";
import { log } from "#server/base/log.ts";
import { registerPart } from "#server/base/vitals.ts";
import { onCommit } from "#server/core/events/storing.ts";
import { endClient, openClient } from "#server/db/connections.ts";
import { systemRole } from "#server/db/pool.ts";
import { systemPool } from "#server/db/system.ts";
import { type Tick, TickRunner } from "#server/jobs/ticking.ts";
import { coalesced } from "#server/kit/relay/coalescing.ts";
import type { Consumer } from "#server/kit/relay/consumer.ts";
import { Tail } from "../relay/tail.ts";
import { Floor } from "./floor.ts";
import { batchSize, runRound } from "./round.ts";

/** The holder of this lock leads. It belongs to the session, so it is released with the connection. */
const leaderLock = 7_275_392;
const pollMs = 500;
const fullRoundMs = 5000;
const notifyMs = 10;
/** Longer than a round and its connection may take to fail. */
const silentMs = 10_000;

export type Relay = { readonly leading: boolean; stop(): Promise<void> };

type Options = { url: string; consumers: readonly Consumer[]; ticks: readonly Tick[] };

/**
 * Turns stored events into jobs and hands them to this process's followers. All instances run one; the first to get
 * the lock leads, the others follow and try for the lock, so the next one takes over within half a second.
 */
export async function startRelay(options: Options): Promise<Relay> {
  const relay = new RelayProcess(options);
  await relay.start();
  return relay;
}

class RelayProcess implements Relay {
  leading = false;
  private readonly url: string;
  private readonly consumers: readonly Consumer[];
  private readonly ticks: TickRunner;
  private readonly tail = new Tail();
  private client: pg.Client | undefined;
  private stopped = false;
  private working: Promise<void> | undefined;
  private again = false;
  private floor = new Floor();
  /** Times of a clock that nobody sets. */
  private fullRoundAt = Number.NEGATIVE_INFINITY;
  private workedAt = performance.now();
  private poll: NodeJS.Timeout | undefined;
  private forgetVital: () => void = () => undefined;
  private unsubscribe: () => void = () => undefined;
  private readonly wakeLeader = coalesced(notifyMs, () => notify("parley_commit"));
  private readonly wakeFollowers = coalesced(notifyMs, () => notify("parley_relayed"));

  constructor({ url, consumers, ticks }: Options) {
    this.url = url;
    this.consumers = consumers;
    this.ticks = new TickRunner(ticks);
  }

  async start(): Promise<void> {
    await this.tail.begin();
    this.unsubscribe = onCommit(() => (this.leading ? this.poke() : this.wakeLeader.call()));
    this.poll = setInterval(() => this.poke(), pollMs);
    this.poke();
    await this.working;
    this.forgetVital = registerPart("relay", () =>
      performance.now() - this.workedAt < silentMs ? undefined : "events have not been relayed or followed for a while",
    );
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.forgetVital();
    clearInterval(this.poll);
    this.unsubscribe();
    this.wakeLeader.stop();
    this.wakeFollowers.stop();
    await this.ticks.stop();
    await this.working;
    await this.disconnect();
  }

  /** Something may have happened: work until nothing is left. */
  private poke(): void {
    this.again = true;
    if (this.stopped || this.working) return;
    this.working = this.work()
      .catch((error: unknown) => this.fail(error))
      .finally(() => {
        this.working = undefined;
        if (this.again && this.client && !this.stopped) this.poke();
      });
  }

  private async work(): Promise<void> {
    const client = this.client ?? (await this.connect());
    if (!this.leading) await this.tryToLead(client);
    while (this.again && !this.stopped) {
      this.again = false;
      if (this.leading) await this.round(client);
      else await this.tail.catchUp();
    }
    this.workedAt = performance.now();
    if (this.leading) this.ticks.runDue();
  }

  private async round(client: pg.Client): Promise<void> {
    const at = performance.now();
    const full = at - this.fullRoundAt >= fullRoundMs;
    const events = await runRound(client, this.consumers, full ? -1 : this.floor.value(at));
    if (full) this.fullRoundAt = at;
    if (events.length === batchSize) {
      this.again = true;
      // Plans kept since the tables were empty read a company's whole rows for each event, until something analyses them.
      await client.query("discard plans");
    }
    if (events.length === 0) return;
    this.floor.reached(
      events.reduce((highest, event) => Math.max(highest, event.ordinal), 0),
      at,
    );
    await this.tail.push(events);
    this.wakeFollowers.call();
  }

  private async connect(): Promise<pg.Client> {
    const client = openClient({
      connectionString: this.url,
      // Above the statement timeout: the server ends a slow round itself.
      query_timeout: 12_000,
      application_name: "parley relay",
      // A leader whose machine vanished must not keep the lock for the two hours of the system's keep-alive. Commits wait
      // for the disk: readers stand at places and webhooks tell them, so a place that was seen is never given again.
      options: `-c role=${systemRole} -c synchronous_commit=on -c statement_timeout=10000 -c idle_in_transaction_session_timeout=10000 -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c timezone=UTC`,
    });
    client.on("error", (error) => {
      if (this.client === client) this.fail(error);
    });
    client.on("notification", ({ channel }) => {
      if (this.leading ? channel === "parley_commit" : channel === "parley_relayed") this.poke();
    });
    await client.connect();
    await client.query("listen parley_commit; listen parley_relayed");
    this.client = client;
    this.floor = new Floor();
    this.again = true;
    return client;
  }

  private async tryToLead(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [leaderLock]);
    if (!rows[0]?.got) return;
    this.leading = true;
    this.fullRoundAt = Number.NEGATIVE_INFINITY;
    this.again = true;
    log.debug("this process relays events now");
  }

  private fail(error: unknown): void {
    if (!this.stopped) log.warn({ error }, "the relay lost its connection or a round; it begins anew");
    void this.disconnect();
  }

  private async disconnect(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.leading = false;
    if (client) await endClient(client);
  }
}

/** Outside every transaction: a NOTIFY inside one makes commits take turns. */
async function notify(channel: "parley_commit" | "parley_relayed"): Promise<void> {
  await systemPool().query(`notify ${channel}`);
}
